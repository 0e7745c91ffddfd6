/** Sentences about TPC-H; every figure and every direction comes from the rows. */
import {engineName, rowsOfPairs} from "../charts/engines.js";
import {bytes, list, number, percent, plural, times} from "../charts/format.js";
import {groupRows} from "../charts/group.js";

const bandwidthOrder = (a, b) => a.read_bandwidth_mib_s - b.read_bandwidth_mib_s;

/** @param {object[]} ratio @returns {object[][]} rows of each pair that is compared, by bandwidth */
function pairs(ratio) {
  return rowsOfPairs(ratio.filter((row) => row.median !== null))
    .map((rows) => [...rows].sort(bandwidthOrder));
}

/** @param {{ratio: object[]}} data rows of olap_ratio @returns {string[]} who is how much faster */
export function olapRatioSentences({ratio}) {
  return pairs(ratio).flatMap((rows) => {
    const [first, last] = [rows[0], rows.at(-1)];
    const at = (row) => {
      const [fast, slow, by] = row.median >= 1 ? [row.numerator, row.denominator, row.median]
        : [row.denominator, row.numerator, 1 / row.median];
      return `${engineName(fast)} is ${times(by)} as fast as ${engineName(slow)} at ` +
        `${number(row.read_bandwidth_mib_s)} MiB/s`;
    };
    if (rows.length === 1) return [`${at(first)}.`];
    const steps = rows.length - 1;
    const falls = rows.slice(1).filter((row, i) => row.median < rows[i].median).length;
    const other = first.median >= 1 === last.median >= 1 ? ", and" : ", but";
    const speed = `${engineName(first.numerator)}'s speed over ${engineName(first.denominator)}'s`;
    return [`${at(first)}${other} ${at(last)}.`,
      falls === steps ? `${speed} falls from each bandwidth to the next.`
        : falls === 0 ? `${speed} rises, or stays, from each bandwidth to the next.`
          : `${speed} falls at ${number(falls)} of ${plural(steps, "step")} of bandwidth, and rises ` +
            "at the others."];
  });
}

/** @param {{summary: object[]}} data rows of olap_summary @returns {string[]} pages and CPU */
export function olapCostSentences({summary}) {
  const known = summary.filter((row) => row.median !== null);
  return [...groupRows(known, (row) => row.engine)].flatMap(([engine, own]) => {
    const of = (measure) => own.filter((row) => row.measure === measure).sort(bandwidthOrder);
    const [pages, cpu, busy] = ["read_pages", "engine_cpu_s", "busy_share"].map(of);
    if (!pages.length) return [];
    const counts = pages.map((row) => row.median);
    const range = Math.max(...counts) > Math.min(...counts) * 1.02
      ? `${number(Math.min(...counts))} to ${number(Math.max(...counts))}` : number(counts[0]);
    return [`${engineName(engine)} reads ${range} pages of 4 KiB for it` +
      `${cpu.length ? ` and computes for ${number(cpu.at(-1).median)} s` : ""}${busy.length
        ? `; the device is busy for ${percent(busy[0].median)} of the time at ` +
          `${number(busy[0].read_bandwidth_mib_s)} MiB/s and for ${percent(busy.at(-1).median)} at ` +
          `${number(busy.at(-1).read_bandwidth_mib_s)}` : ""}.`];
  });
}

/** @param {object[]} rows of olap_queries @returns {string[]} totals, and what makes them */
export function olapTotalSentences(rows) {
  const engines = [...groupRows(rows, (row) => row.engine)].map(([engine, own]) => ({
    engine, own, total: own.reduce((sum, row) => sum + row.query_s, 0),
    open: own.filter((row) => row.timed_out),
  })).sort((a, b) => a.total - b.total);
  if (!engines.length) return [];
  const sentences = engines.map(({engine, own, total, open}) => {
    const longest = [...own].sort((a, b) => b.query_s - a.query_s).slice(0, 3);
    return `${engineName(engine)} answers ${own.length === open.length ? "none of "
      : open.length ? `all but ${number(open.length)} of ` : ""}${plural(own.length, "query",
      "queries")} in ${open.length ? "more than " : ""}${number(total)} s; the longest are ` +
      `${list(longest.map((row) => `${row.query.toUpperCase()} (${row.timed_out ? "given up after "
        : ""}${number(row.query_s)} s)`))}.`;
  });
  if (engines.length > 1) {
    const [fast, slow] = [engines[0], engines.at(-1)];
    sentences.push(`That is ${slow.open.length ? "more than " : ""}` +
      `${times(slow.total / fast.total)} the time of ${engineName(fast.engine)} for ` +
      `${engineName(slow.engine)}.`);
  }
  return sentences;
}

/** @param {object[]} rows of olap_joins @returns {string[]} join methods, counted by engine */
export function joinSentences(rows) {
  return [...groupRows(rows, (row) => row.engine)].map(([engine, own]) => {
    const methods = [...groupRows(own, (row) => row.join_method)].map(([method, rows_]) =>
      ({method, joins: rows_.reduce((sum, row) => sum + row.joins, 0)}))
      .sort((a, b) => b.joins - a.joins || (a.method < b.method ? -1 : 1));
    const total = methods.reduce((sum, row) => sum + row.joins, 0);
    const queries = new Set(own.map((row) => row.query)).size;
    return `${engineName(engine)}'s ${queries === 1 ? "plan has" : `plans of ${number(queries)} ` +
      "queries with joins have"} ${plural(total, "join")}: ${list(methods.map(({method, joins}) =>
      `${number(joins)} by ${method}`))}.`;
  });
}

/** @param {object[]} rows of olap_sizes.json @returns {string[]} the data beside the memory */
export function olapSizeSentences(rows) {
  const loaded = rows.filter((row) => row.phase === "before");
  return [...groupRows(loaded, (row) => row.engine)].map(([engine, own]) => {
    const size = own.reduce((sum, row) => sum + row.bytes, 0);
    return `${engineName(engine)} stores the eight tables and their indexes in ${bytes(size)}, ${
      percent(size / (own[0].engine_memory_mib * 2 ** 20))} of its memory.`;
  });
}
