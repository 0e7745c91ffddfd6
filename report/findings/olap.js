/** Sentences about TPC-H; every figure and every direction comes from the rows. */
import {engineName, ofNewestVersions, orderEngines, rowsOfPairs} from "../charts/engines.js";
import {bytes, list, number, percent, plural, times} from "../charts/format.js";
import {groupRows} from "../charts/group.js";
import {alikeVersions, rangeWords} from "./alike.js";
import {withInterval, withoutInterval} from "./intervals.js";

const bandwidthOrder = (a, b) => a.read_bandwidth_mib_s - b.read_bandwidth_mib_s;

/** @param {object[]} ratio @returns {object[][]} rows of each pair that is compared, by bandwidth */
function pairs(ratio) {
  return rowsOfPairs(ratio.filter((row) => row.median !== null))
    .map((rows) => [...rows].sort(bandwidthOrder));
}

/** How many times as fast the first in the order of engines is. @param {object} row of olap_ratio */
function speed(row) {
  const [first, second] = orderEngines([row.numerator, row.denominator]);
  const isTurned = first !== row.numerator;
  const of = (value) => (value === null || !isTurned ? value : 1 / value);
  return {first, second, value: of(row.median), low: of(isTurned ? row.high : row.low),
    high: of(isTurned ? row.low : row.high)};
}

const at = (row) => `${number(row.read_bandwidth_mib_s)} MiB/s`;

/** Speed of a pair at both ends of the bandwidth. @param {object[]} rows @returns {string} */
function pairWords(rows) {
  const [slow, fast] = [rows[0], rows.at(-1)].map((row) => ({...speed(row), place: at(row)}));
  const start = `${engineName(slow.first)} runs the query ${withInterval(slow)} as fast as ${
    engineName(slow.second)} at ${slow.place}`;
  return rows.length === 1 ? start : `${start}, and ${withInterval(fast, times, false)} as fast at ${fast.place}`;
}

/** @param {{ratio: object[]}} data rows of olap_ratio @returns {string} the page's answer */
export function olapAnswer({ratio}) {
  const [rows] = pairs(ratio);
  return rows ? `${pairWords(rows)}${withoutInterval(rows)}.`
    : "No two engines of this choice ran the query at the same bandwidth.";
}

/** @param {{ratio: object[]}} data rows of olap_ratio @returns {string[]} the trend of the first pair, then the others */
export function olapRatioSentences({ratio}) {
  const [main, ...others] = pairs(ratio);
  if (!main) return [];
  const values = main.map((row) => speed(row).value);
  const steps = values.length - 1;
  const falls = values.slice(1).filter((value, i) => value < values[i]).length;
  const {first, second} = speed(main[0]);
  const trend = `The speed of ${engineName(first)} over that of ${engineName(second)}`;
  return [
    steps === 0 ? "" : falls === steps ? `${trend} falls from each bandwidth to the next.`
      : falls === 0 ? `${trend} rises, or stays, from each bandwidth to the next.`
        : `${trend} falls at ${number(falls)} of ${plural(steps, "step")} of bandwidth and rises at the others.`,
    ...others.map((rows) => `${pairWords(rows)}.`),
  ].filter(Boolean);
}

/** @param {{summary: object[]}} data rows of olap_summary @returns {string[]} pages and CPU, versions that agree together */
export function olapCostSentences({summary}) {
  const known = summary.filter((row) => row.median !== null);
  const figures = [...groupRows(known, (row) => row.engine)].flatMap(([engine, own]) => {
    const of = (measure) => own.filter((row) => row.measure === measure).sort(bandwidthOrder);
    const [pages, cpu, busy] = ["read_pages", "engine_cpu_s", "busy_share"].map(of);
    if (!pages.length || !cpu.length || !busy.length) return [];
    const counts = pages.map((row) => row.median);
    return [{engine, ends: [busy[0], busy.at(-1)].map(at), values: [Math.min(...counts), Math.max(...counts),
      cpu.at(-1).median, busy[0].median, busy.at(-1).median]}];
  });
  return alikeVersions(figures).map(({name, engines, values: [least, most, cpu, slow, fast]}) => {
    const {ends} = figures.find((row) => row.engine === engines[0]);
    return `${name}: ${rangeWords([least[0], most[1]], number)} pages of 4 KiB read and ${
      rangeWords(cpu, number)} s of CPU time; the device is busy for ${rangeWords(slow, percent)} of the time at ${
      ends[0]} and for ${rangeWords(fast, percent)} at ${ends[1]}.`;
  });
}

/** What the total hides where one query decides it: the geometric mean of the ratios. */
function typicalWords(fast, slow) {
  const timeOf = new Map(fast.map((row) => [row.query, row.query_s]));
  const logs = slow.filter((row) => timeOf.has(row.query)).map((row) => Math.log(row.query_s / timeOf.get(row.query)));
  const mean = Math.exp(logs.reduce((sum, value) => sum + value, 0) / logs.length);
  return logs.length > 1 ? `, and ${times(mean)} by the geometric mean over queries` : "";
}

/**
 * @param {object[]} rows of olap_queries
 * @returns {string[]} totals, with the longest queries; versions that agree are not joined, as their queries differ
 */
export function olapTotalSentences(rows) {
  const engines = [...groupRows(rows, (row) => row.engine)].map(([engine, own]) => ({
    engine, own, total: own.reduce((sum, row) => sum + row.query_s, 0),
    open: own.filter((row) => row.timed_out),
  })).sort((a, b) => a.total - b.total);
  if (!engines.length) return [];
  const [fast, slow] = [engines[0], engines.at(-1)];
  const ratio = engines.length > 1 ? [`${engineName(slow.engine)} takes ${slow.open.length ? "more than " : ""}${
    times(slow.total / fast.total)} as long for all ${number(slow.own.length)} queries as ${engineName(fast.engine)}${
    typicalWords(fast.own, slow.own)}.`] : [];
  return [...ratio, ...engines.map(({engine, own, total, open}) => {
    const longest = [...own].sort((a, b) => b.query_s - a.query_s).slice(0, 3);
    return `${engineName(engine)} answers ${own.length === open.length ? "none of "
      : open.length ? `all but ${number(open.length)} of ` : ""}${plural(own.length, "query",
      "queries")} in ${open.length ? "more than " : ""}${number(total)} s; the longest are ` +
      `${list(longest.map((row) => `${row.query.toUpperCase()} (${row.timed_out ? "given up after "
        : ""}${number(row.query_s)} s)`))}.`;
  })];
}

/**
 * @param {object[]} rows of olap_queries @returns {string[]} the query whose times differ most between two families
 */
export function olapExtremeSentences(rows) {
  const newest = ofNewestVersions(rows.filter((row) => !row.timed_out));
  const spread = [...groupRows(newest, (row) => row.query).values()].filter((own) => own.length > 1).map((own) => {
    const sorted = [...own].sort((a, b) => a.query_s - b.query_s);
    return {query: own[0].query, fast: sorted[0], slow: sorted.at(-1), ratio: sorted.at(-1).query_s / sorted[0].query_s};
  }).sort((a, b) => b.ratio - a.ratio);
  if (!spread.length) return [];
  const {query, fast, slow, ratio} = spread[0];
  return [`Between the newest versions ${query.toUpperCase()} differs most: ${engineName(slow.engine)} takes ${
    number(slow.query_s)} s, ${times(ratio)} as long as ${engineName(fast.engine)}.`];
}

/** @param {object[]} rows of olap_joins @returns {string[]} join methods, counted; versions with the same counts together */
export function joinSentences(rows) {
  const methods = [...new Set(rows.map((row) => row.join_method))].sort();
  const figures = [...groupRows(rows, (row) => row.engine)].map(([engine, own]) => ({engine,
    queries: new Set(own.map((row) => row.query)).size,
    values: methods.map((method) => own.filter((row) => row.join_method === method)
      .reduce((sum, row) => sum + row.joins, 0))}));
  return alikeVersions(figures).map(({name, engines, values}) => {
    const own = figures.filter((row) => engines.includes(row.engine));
    const found = methods.map((method, i) => ({method, range: values[i]})).filter(({range}) => range[1] > 0)
      .sort((a, b) => b.range[1] - a.range[1]);
    const queries = rangeWords(extent(own.map((row) => row.queries)), number);
    const total = rangeWords(extent(own.map((row) => row.values.reduce((sum, value) => sum + value, 0))), number);
    return `${name}: ${total} joins in the plans of ${queries} queries, ${list(found.map(({method, range}) =>
      `${rangeWords(range, number)} by ${method}`))}.`;
  });
}

const extent = (values) => [Math.min(...values), Math.max(...values)];

/** @param {object[]} rows of olap_sizes.json @returns {string[]} the data beside the memory */
export function olapSizeSentences(rows) {
  const loaded = rows.filter((row) => row.phase === "before");
  const figures = [...groupRows(loaded, (row) => row.engine)].map(([engine, own]) => {
    const size = own.reduce((sum, row) => sum + row.bytes, 0);
    return {engine, values: [size, size / (own[0].engine_memory_mib * 2 ** 20)]};
  });
  return alikeVersions(figures).map(({name, values: [size, share]}) =>
    `The eight tables and their indexes take ${rangeWords(size, bytes)} in ${name}, ${
      rangeWords(share, percent)} of its memory.`);
}
