/**
 * DuckDB in the browser over the site's own Parquet files. Nothing is fetched before `open` is
 * called, then the program, and of the tables those that a query names.
 */
import {AsyncDuckDB, VoidLogger} from "@duckdb/duckdb-wasm";
import {jsonMacros} from "./json.js";

const program = new URL("./duckdb/", import.meta.url);
const data = new URL("../data/tables/", import.meta.url);

/**
 * @typedef {{name: string, type: string, comment: string | null}} Column
 * @typedef {{name: string, kind: "table" | "view" | "macro", comment: string | null,
 *   definition: string | null, columns: Column[], rows: number | null, bytes: number | null}} Relation
 *   rows of tables.json
 * @typedef {{columns: string[], rows: object[]}} Answer
 * @param {Relation[]} relations
 * @param {(bytes: number) => void} [progress] how much of the program is here, unpacked: servers name the packed length
 * @returns {Promise<{run: (statement: string) => Promise<Answer>}>}
 */
export async function open(relations, progress = () => {}) {
  const worker = new Worker(new URL("duckdb-browser-eh.worker.js", program));
  const database = new AsyncDuckDB(new VoidLogger(), worker);
  await database.instantiate(new URL("duckdb-eh.wasm", program).href, null,
    ({bytesLoaded}) => progress(bytesLoaded));
  // Numbers as JavaScript has them: results are to be read, and sums of counts are 128 bits wide.
  await database.open({query: {castBigIntToDouble: true, castDecimalToDouble: true,
    castTimestampToDate: true}});
  const connection = await database.connect();
  const macros = relations.filter(({kind}) => kind === "macro").map(({definition}) => definition);
  const tables = new Map(relations.filter(({kind}) => kind !== "macro").map((each) => [each.name, each]));
  // Empty views first, so that SHOW TABLES and DESCRIBE know what has not been fetched.
  for (const statement of [...jsonMacros, ...[...tables.values()].map(emptyView), ...macros]) {
    await connection.query(statement);
  }
  const load = async ({name}) => {
    const answer = await fetch(new URL(`${name}.parquet`, data));
    if (!answer.ok) throw new Error(`data/tables/${name}.parquet can't be fetched: ${answer.status}`);
    const file = `${name}.parquet`;
    await database.registerFileBuffer(file, new Uint8Array(await answer.arrayBuffer()));
    await connection.query(`CREATE OR REPLACE VIEW ${name} AS SELECT * FROM parquet_scan('${file}')`);
    tables.delete(name);
  };
  return {
    async run(statement) {
      // Names in SQL are the same in capitals.
      const words = new Set(statement.toLowerCase().match(/\w+/g) ?? []);
      for (const relation of [...tables.values()]) {
        if (words.has(relation.name)) await load(relation);
      }
      // `query` would give an empty result for what fails while it runs, such as a cast.
      const reader = await (await connection.send(statement)).open();
      const columns = reader.schema.fields.map((field) => field.name);
      const rows = [];
      for await (const batch of reader) {
        for (const row of batch) rows.push(row.toJSON());
      }
      return {columns, rows};
    },
  };
}

function emptyView({name, columns}) {
  const nulls = columns.map((column) => `NULL::${column.type} AS "${column.name}"`);
  return `CREATE VIEW ${name} AS SELECT ${nulls.join(", ")} WHERE false`;
}
