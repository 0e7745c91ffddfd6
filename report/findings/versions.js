/** Sentences about old versions: pages per SELECT and per UPDATE. */
import {engineName} from "../charts/engines.js";
import {number} from "../charts/format.js";
import {groupRows, isKnown, median} from "../charts/group.js";

const pages = (value) => `${number(value)} page${value === 1 ? "" : "s"} of 4 KiB`;

/** Median of `value` over the repeats of each group. */
function medians(rows, key, value) {
  const known = rows.filter((row) => isKnown(row[value]));
  return new Map([...groupRows(known, key)].map(([name, own]) =>
    [name, median(own.map((row) => row[value]))]));
}

/** @param {object[]} rows of version-chains_runs.json @returns {string[]} */
export function versionChainSentences(rows) {
  const reads = rows.filter((row) => row.phase.startsWith("select"));
  const found = medians(reads, (row) => `${row.engine} ${row.phase}`, "read_pages_per_transaction");
  const engines = [...new Set(reads.map((row) => row.engine))];
  const sentences = engines.flatMap((engine) => {
    const loaded = found.get(`${engine} select-loaded`);
    const chains = found.get(`${engine} select-chains`);
    const vacuumed = found.get(`${engine} select-vacuumed`);
    if (chains === undefined) return [];
    const before = loaded === undefined ? "" : `${number(loaded)} before the UPDATEs, `;
    if (vacuumed === undefined) {
      return [`${engineName(engine)} reads ${before}${pages(chains)} a SELECT after ${
        before ? "them" : "the UPDATEs"}.`];
    }
    const more = chains - vacuumed;
    return [`${engineName(engine)} reads ${before}${pages(chains)} a SELECT while the old versions are in ` +
      `the table, and ${pages(vacuumed)} after VACUUM: ${
        more > 0 ? `${number(more)} fewer` : more < 0 ? `${number(-more)} more` : "no difference"}.`];
  });
  const least = [...found].filter(([key]) => !key.endsWith("select-loaded"))
    .sort((a, b) => a[1] - b[1])[0];
  if (engines.length > 1 && least) {
    const [engine, phase] = least[0].split(" ");
    sentences.push(`The fewest pages after the UPDATEs, ${number(least[1])}, are read by ` +
      `${engineName(engine)}${phase === "select-vacuumed" ? " after VACUUM" : ""}.`);
  }
  return sentences;
}

/** @param {object[]} rows of garbage-collection_runs.json @returns {string[]} */
export function garbageCollectionSentences(rows) {
  const found = medians(rows, (row) => `${row.engine} ${row.autovacuum ?? "-"}`,
    "pages_per_statement_with_write_back");
  return [...new Set(rows.map((row) => row.engine))].flatMap((engine) => {
    const [on, off] = [found.get(`${engine} on`), found.get(`${engine} off`)];
    if (on !== undefined && off !== undefined) {
      const more = on - off;
      return [`An UPDATE costs ${engineName(engine)} ${pages(on)} with autovacuum always at work and ` +
        `${pages(off)} with it off: ${more > 0 ? `${number(more)} more` : more < 0
          ? `${number(-more)} fewer` : "the same"} with it. By default it works far less often.`];
    }
    const [value] = [...found].filter(([key]) => key.startsWith(`${engine} `)).map(([, v]) => v);
    return value === undefined ? [] : [`An UPDATE costs ${engineName(engine)} ${pages(value)}.`];
  });
}
