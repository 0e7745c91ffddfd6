/** Sentences about the size of InnoDB's pages, and about throughput between checkpoints. */
import {engineName, orderEngines} from "../charts/engines.js";
import {list, number, plural, times} from "../charts/format.js";
import {groupRows, median} from "../charts/group.js";

/**
 * @param {object[]} rows of page_sizes.json @param {string} experiment @param {string} metric
 * @returns {object[]} ratios to the default size, as points of a chart over the size
 */
export function pageSizePoints(rows, experiment, metric) {
  return rows.filter((row) => row.experiment === experiment && row.metric === metric)
    .map((row) => ({...row, series: String(row.read_bandwidth_mib_s), x: row.page_kib, value: row.ratio}));
}

/**
 * @param {object[]} rows of page_sizes.json @param {string} experiment
 * @returns {string[]} one per engine: what the smallest pages make of transactions and of bytes
 */
export function pageSizeSentences(rows, experiment) {
  const own = rows.filter((row) => row.experiment === experiment);
  const least = Math.min(...own.map((row) => row.page_kib));
  const engines = groupRows(own.filter((row) => row.page_kib === least && least < 16), (row) => row.engine);
  return orderEngines([...engines.keys()]).map((engine) => {
    const of = (metric) => engines.get(engine).filter((row) => row.metric === metric)
      .sort((a, b) => a.read_bandwidth_mib_s - b.read_bandwidth_mib_s);
    const gains = of("tps").map((row, i) => `${times(row.ratio)} as many${i ? "" : " transactions"} at ${
      number(row.read_bandwidth_mib_s)} MiB/s${interval(row)}`);
    const bytes = of("pages_per_transaction").map((row) => times(row.ratio));
    return `With pages of ${number(least)} KiB ${engineName(engine)} commits ${list(gains)} as with 16 KiB. A transaction ` +
      `moves ${list(bytes)} as many bytes.`;
  });
}

const interval = ({ratio_low: low, ratio_high: high}) => (low === null ? "" : ` (${times(low)} to ${times(high)})`);

const COPIES = {"copies-on": "with copies of pages in its log", "copies-off": "without copies of pages"};

/** @param {object[]} rows of checkpoint_swings.json @returns {string[]} one per engine and setting */
export function swingSentences(rows) {
  return [...groupRows(rows, (row) => `${row.engine}|${row.copies}`).values()].map((own) => {
    const of = (key) => median(own.map((row) => row[key]));
    return `${engineName(own[0].engine)} ${COPIES[own[0].copies] ?? ""}: ${number(of("tps_most"))} transactions per ` +
      `second in the fastest five seconds and ${number(of("tps_least"))} in the slowest, ${times(of("swing"))}, over ` +
      `${plural(Math.round(of("checkpoints")), "checkpoint")} (medians over ${plural(own.length, "run")}).`;
  });
}
