/** The same comparison at several sizes: whether ratios converge, and whether the same engine leads at each. */
import {engineName, orderEngines} from "../charts/engines.js";
import {list, number, percent, plural, times} from "../charts/format.js";
import {groupRows} from "../charts/group.js";
import {turnedRatios} from "./ratios.js";

/** The size whose last doubling decides, as fixed before the first run (config/experiments/scale.yaml). */
const DECIDING_MIB = 512;

const SUBJECTS = {tps: "transactions per second", pages_per_transaction: "pages per transaction"};

/** @param {object} row @returns {string} its bandwidth and read-ahead, as the key and the name of a series */
export const scaleSetting = (row) => `${number(row.read_bandwidth_mib_s)} MiB/s, ${
  row.read_ahead_kb ? `${number(row.read_ahead_kb)} KiB read-ahead` : "no read-ahead"}`;

/**
 * @param {object[]} rows of scale_ratios.json @param {string} metric
 * @returns {object[]} the ratios of a metric, of the first engine in order over the second, with `series` and `x`
 */
export function scaleRatios(rows, metric) {
  return turnedRatios(rows.filter((row) => row.metric === metric)).map((row) => ({...row,
    engine: row.first, series: scaleSetting(row), x: row.cache_mib, value: row.ratio}));
}

/**
 * @param {object[]} changes rows of scale_changes.json @param {object[]} leads rows of scale_leads.json
 * @returns {string[]} which ratios have converged, by how much the others change, and who leads at each size
 */
export function scaleSentences(changes, leads) {
  return [
    ...["tps", "pages_per_transaction"].flatMap((metric) => {
      const own = changes.filter((row) => row.metric === metric);
      return own.length ? [convergence(own, SUBJECTS[metric])] : [];
    }),
    ...leadSentences(leads),
  ];
}

/**
 * @param {object[]} rows of run_stability.json
 * @returns {string} how much of its log a run of these writes, and so whether checkpoints are in it; "" without any
 */
export function scaleRunSentence(rows) {
  const row = rows.find((each) => each.experiment === "scale");
  if (!row || row.log_cycles_least === null) return "";
  return `A run of ${number(row.transactions_least)} to ${number(row.transactions_most)} transactions writes ${times(row.log_cycles_least)} to ${
    times(row.log_cycles_most)} the size of its log${row.log_cycles_least < 1 ? ", so few checkpoints, or none, are in it" : ""}; ${
    row.steady_runs ? number(row.steady_runs) : "none"} of the ${plural(row.runs, "run")} ${row.steady_runs > 1 ? "pass" : "passes"} the checks of steady state.`;
}

/** @param {object[]} rows of scale_ratios.json @returns {string} up to which size one knows; "" without any */
export function largestSizeSentence(rows) {
  return rows.length ? `The largest cache that was measured is ${
    number(Math.max(...rows.map((row) => row.cache_mib)))} MiB. Where a ratio still changes with the last doubling, it must not be extrapolated.` : "";
}

/** Of one metric: in how many settings the ratio has converged, and where it has not. */
function convergence(rows, subject) {
  const [{smaller_mib: smaller, larger_mib: larger}] = rows;
  const moved = rows.filter((row) => !row.has_converged);
  const largest = Math.max(...rows.map(({change}) => Math.max(change, 1 / change)));
  const step = `From ${number(smaller)} to ${number(larger)} MiB of cache, the ratio of ${subject}`;
  if (larger < DECIDING_MIB || rows.some((row) => row.low === null)) {
    return `${step} changes by at most ${percent(largest - 1)} in ${plural(rows.length, "setting")}. Whether it converges is decided at ${
      number(DECIDING_MIB)} MiB and with repeats, which were not measured.`;
  }
  const most = Math.max(...rows.map(({low, high}) => Math.max(high, 1 / low)));
  const allowed = `By their intervals the changes could be as large as ${percent(most - 1)}.`;
  if (!moved.length) {
    return `${step} changes by at most ${percent(largest - 1)} in all ${plural(rows.length, "setting")}: within the 5 % fixed before, so it counts as converged. ${allowed}`;
  }
  const where = list(moved.map((row) => `at ${scaleSetting(row)} (${fromTo(row)})`));
  return `${step} has converged, to within 5 %, in ${number(rows.length - moved.length)} of ${
    plural(rows.length, "setting")}. It has not ${where}, so nothing can be said about larger sizes there. ${allowed}`;
}

/** A ratio at the two largest sizes, of the first engine in order over the second. */
function fromTo({numerator, denominator, smaller_ratio: smaller, larger_ratio: larger}) {
  const [first, second] = orderEngines([numerator, denominator]);
  const turned = (ratio) => times(first === numerator ? ratio : 1 / ratio);
  return `${turned(smaller)} to ${turned(larger)} for ${engineName(first)} over ${engineName(second)}`;
}

/** One sentence per pair: at how many settings each leads, at every size or by size. */
function leadSentences(rows) {
  return [...groupRows(rows, (row) => `${row.numerator}|${row.denominator}`).values()].map((own) => {
    const [first, second] = orderEngines([own[0].numerator, own[0].denominator]);
    const led = (row, engine) => (engine === row.numerator ? row.ahead : row.behind);
    const outcomes = groupRows(own, (row) => `leads in ${number(led(row, first))} and ${engineName(second)} in ${
      number(led(row, second))} of ${plural(row.settings, "setting")}`);
    const words = [...outcomes].map(([outcome, of]) => `${outcome} ${outcomes.size === 1 ? "at every size"
      : `at ${list(of.map((row) => number(row.cache_mib)))} MiB`}`);
    const open = own.some((row) => row.ahead + row.behind < row.settings);
    return `${engineName(first)} ${list(words)}${open ? "; elsewhere the interval includes 1" : ""}.`;
  });
}
