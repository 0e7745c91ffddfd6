/**
 * DuckDB in the browser over the site's own Parquet files. Nothing is fetched before `open` is
 * called, then the program, and of the tables those that a query names.
 */
import {AsyncDuckDB, VoidLogger} from "@duckdb/duckdb-wasm";

const program = new URL("./duckdb/", import.meta.url);
const data = new URL("../data/tables/", import.meta.url);

// This DuckDB was built without its JSON functions. What settings are kept in is flat, so that a
// pattern finds the text of a key.
const jsonText = `CREATE MACRO json_extract_string(text, path) AS nullif(regexp_extract(text,
  '"' || replace(substr(path, 3), '"', '') || '": *"?([^",}]*)', 1), '')`;

/**
 * @typedef {{name: string, kind: "table" | "view" | "macro", comment: string | null,
 *   definition: string | null, columns: {name: string, type: string}[], rows: number | null,
 *   bytes: number | null}} Relation rows of tables.json
 * @param {Relation[]} relations
 * @returns {Promise<{run: (sql: string) => Promise<{columns: string[], rows: object[]}>}>}
 */
export async function open(relations) {
  const worker = new Worker(new URL("duckdb-browser-eh.worker.js", program));
  const database = new AsyncDuckDB(new VoidLogger(), worker);
  await database.instantiate(new URL("duckdb-eh.wasm", program).href);
  // Numbers as JavaScript has them: results are to be read, and sums of counts are 128 bits wide.
  await database.open({query: {castBigIntToDouble: true, castDecimalToDouble: true,
    castTimestampToDate: true}});
  const connection = await database.connect();
  await connection.query(jsonText);
  for (const {kind, definition} of relations) {
    if (kind === "macro") await connection.query(definition);
  }
  const loaded = new Set();
  const load = async ({name}) => {
    if (loaded.has(name)) return;
    const answer = await fetch(new URL(`${name}.parquet`, data));
    if (!answer.ok) throw new Error(`${name}.parquet can't be fetched: ${answer.status}`);
    const file = `${name}.parquet`;
    await database.registerFileBuffer(file, new Uint8Array(await answer.arrayBuffer()));
    await connection.query(`CREATE VIEW ${name} AS SELECT * FROM parquet_scan('${file}')`);
    loaded.add(name);
  };
  return {
    async run(sql) {
      // Names in SQL are the same in capitals.
      const words = new Set(sql.toLowerCase().match(/\w+/g) ?? []);
      for (const relation of relations) {
        if (relation.kind !== "macro" && words.has(relation.name)) await load(relation);
      }
      const table = await connection.query(sql);
      return {columns: table.schema.fields.map((field) => field.name),
        rows: table.toArray().map((row) => row.toJSON())};
    },
  };
}
