/** The same comparison in runs of several lengths, with equal limits of memory and equal caches: what it depends on besides read-ahead. */
import {engineName, engineStyle} from "../charts/engines.js";
import {list, number, times} from "../charts/format.js";
import {groupRows} from "../charts/group.js";
import {turnedRatios} from "./ratios.js";

/** What distinguishes the runs of an experiment, in order of their length. */
const RUNS = {
  "oltp-read-ahead": "short, cold caches", "oltp-map": "the map's", "cache-share": "",
  volumes: "longer", steady: "equal caches, checkpoints",
};
const CACHES = {"equal-caches": "equal caches", "equal-limits": "equal limits"};

/** "without read-ahead", "with 128 KiB". @param {number} kib */
const readAheadWords = (kib) => (kib ? `with ${number(kib)} KiB` : "without read-ahead");

/** The slowest device's rows, turned, of the two families' versions that most experiments compare. @param {object[]} rows of run_lengths.json */
function ofSlowest(rows) {
  const pairs = [...groupRows(rows, (row) => `${row.numerator}|${row.denominator}`).values()]
    .filter(([{numerator, denominator}]) => engineStyle(numerator).family !== engineStyle(denominator).family);
  const kinds = (own) => new Set(own.map(({experiment}) => experiment)).size;
  const turned = turnedRatios(pairs.reduce((most, own) => (kinds(own) > kinds(most) ? own : most), []));
  const slowest = Math.min(...turned.map((row) => row.read_bandwidth_mib_s));
  return turned.filter((row) => row.read_bandwidth_mib_s === slowest);
}

/**
 * @param {object[]} rows of run_lengths.json
 * @returns {{experiment: string, name: string, caches: string, run_s: number, ratios: Map<number, object>}[]}
 *   one per experiment and way to divide the memory, shortest runs first; `ratios` by read-ahead in KiB
 */
export function lengthRows(rows) {
  const found = new Map();
  for (const row of ofSlowest(rows)) {
    const memory = row.experiment === "steady" ? "equal-caches" : row.memory;
    const key = `${row.experiment}|${memory}`;
    const line = found.get(key) ?? {experiment: row.experiment, name: RUNS[row.experiment] || CACHES[memory] || row.experiment,
      caches: CACHES[memory] ?? "equal limits", run_s: row.run_s, ratios: new Map()};
    line.ratios.set(row.read_ahead_kb, row);
    found.set(key, line);
  }
  const order = Object.keys(RUNS);
  return [...found.values()].sort((a, b) => order.indexOf(a.experiment) - order.indexOf(b.experiment) || a.caches.localeCompare(b.caches));
}

/** @param {object[]} rows of run_lengths.json @returns {number[]} the values of read-ahead, in KiB, that two kinds of runs have */
export function lengthReadAheads(rows) {
  const lines = lengthRows(rows);
  const values = new Set(lines.flatMap(({ratios}) => [...ratios.keys()]));
  return [...values].filter((kib) => lines.filter(({ratios}) => ratios.has(kib)).length > 1).sort((a, b) => a - b);
}

/** @param {object[]} rows of run_lengths.json @returns {string} what is compared, for the table's caption */
export function lengthCaption(rows) {
  const [line] = lengthRows(rows);
  if (!line) return "The ratio of the engines by kind of run";
  const [{first, second, read_bandwidth_mib_s: mibS}] = [...line.ratios.values()];
  return `Transactions of ${engineName(first)} over those of ${engineName(second)} at ${number(mibS)} MiB/s, by kind of run and read-ahead`;
}

/** @param {object} [row] turned @returns {string} its ratio and interval */
export const ratioCell = (row) => (!row ? "–" : row.low === null ? `${times(row.ratio)}, one run`
  : `${times(row.ratio)} (${times(row.low)} to ${times(row.high)})`);

/**
 * @param {object[]} rows of run_lengths.json
 * @returns {string} between what the ratio lies over all of these runs, and where they decide who leads; "" for one kind of run
 */
export function lengthAnswer(rows) {
  const lines = lengthRows(rows);
  const values = lengthReadAheads(rows);
  if (lines.length < 2 || !values.length) return "";
  const [{first, second}] = [...lines[0].ratios.values()];
  const spans = values.map((kib) => {
    const ratios = lines.flatMap((line) => line.ratios.get(kib)?.ratio ?? []);
    return {kib, least: Math.min(...ratios), most: Math.max(...ratios)};
  });
  const open = spans.filter(({least, most}) => least < 1 && most > 1).map(({kib}) => readAheadWords(kib));
  return `Over runs of other lengths and with equal caches, ${engineName(first)} commits ${list(spans.map(({kib, least, most}) =>
    `${times(least)} to ${times(most)} ${readAheadWords(kib)}`))} as many transactions as ${engineName(second)}.${
    open.length ? ` So ${list(open)} the length of the run and the caches decide who leads.` : ""}`;
}

/**
 * @param {object[]} rows of run_lengths.json @param {string} experiment
 * @returns {string} "in runs of 7 s", for a headline; "" without that experiment
 */
export function lengthWords(rows, experiment) {
  const line = lengthRows(rows).find((row) => row.experiment === experiment);
  return line ? `in runs of ${number(Number(line.run_s.toPrecision(2)))} s` : "";
}
