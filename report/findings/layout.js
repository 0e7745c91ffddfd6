/** Sentences about look-ups and sizes in a heap and in a clustered index. */
import {engineName} from "../charts/engines.js";
import {bytes, number, times} from "../charts/format.js";
import {groupRows, median} from "../charts/group.js";

/** @param {object[]} rows of storage-layout_runs.json @returns {string[]} */
export function lookupSentences(rows) {
  return [...groupRows(rows, (row) => row.engine)].flatMap(([engine, own]) => {
    const of = (kind) => median(own.filter((row) => row.phase === kind)
      .map((row) => row.read_pages_per_transaction));
    const [primary, secondary] = [of("primary"), of("secondary")];
    if (primary === null || secondary === null) return [];
    return [`${engineName(engine)} reads ${number(primary)} pages of 4 KiB a look-up by primary key ` +
      `and ${number(secondary)} by secondary index${
        primary > 0 ? `, ${times(secondary / primary)} as many` : ""}.`];
  });
}

/** @param {object[]} rows of storage-layout_sizes.json @returns {string[]} */
export function sizeSentences(rows) {
  const totals = [...groupRows(rows, (row) => row.engine)].map(([engine, own]) => ({
    engine,
    bytes: own.reduce((sum, row) => sum + row.bytes, 0),
    rows: Math.max(0, ...own.filter((row) => row.kind === "table").map((row) => row.rows ?? 0)),
    secondary: own.filter((row) => row.kind === "secondary")
      .reduce((sum, row) => sum + row.bytes, 0),
  })).sort((a, b) => a.bytes - b.bytes);
  if (!totals.length) return [];
  const sentences = totals.map((total) => `${engineName(total.engine)} stores the tables in ` +
    `${bytes(total.bytes)}, of which ${bytes(total.secondary)} are secondary indexes.`);
  if (totals.length > 1) {
    const [least, most] = [totals[0], totals.at(-1)];
    sentences.push(`${engineName(most.engine)} takes ${times(most.bytes / least.bytes)} the space ` +
      `of ${engineName(least.engine)}.`);
  }
  return sentences;
}
