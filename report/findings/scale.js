/** The same comparison at several sizes: whether ratios converge, and whether claims have one verdict. */
import {engineName, orderEngines} from "../charts/engines.js";
import {list, number, percent, plural, times} from "../charts/format.js";
import {groupRows} from "../charts/group.js";
import {steadyRatios} from "./steady.js";

const SUBJECTS = {tps: "transactions per second", pages_per_transaction: "pages per transaction"};

/** @param {object} row @returns {string} its bandwidth and read-ahead, as the key and the name of a series */
export const scaleSetting = (row) => `${number(row.read_bandwidth_mib_s)} MiB/s, ${
  row.read_ahead_kb ? `${number(row.read_ahead_kb)} KiB read-ahead` : "no read-ahead"}`;

/**
 * @param {object[]} rows of scale_ratios.json @param {string} metric
 * @returns {object[]} the ratios of a metric, of the first engine in order over the second, with `series` and `x`
 */
export function scaleRatios(rows, metric) {
  return steadyRatios(rows.filter((row) => row.metric === metric)).map((row) => ({...row,
    engine: row.first, series: scaleSetting(row), x: row.cache_mib, value: row.ratio}));
}

/**
 * @param {object[]} changes rows of scale_changes.json @param {object[]} claims rows of scale_claims.json
 * @returns {string[]} which ratios have converged, by how much the others change, and the claims' verdicts by size
 */
export function scaleSentences(changes, claims) {
  return [
    ...["tps", "pages_per_transaction"].flatMap((metric) => {
      const own = changes.filter((row) => row.metric === metric);
      return own.length ? [convergence(own, SUBJECTS[metric])] : [];
    }),
    ...claimSentences(claims),
  ];
}

/** Of one metric: in how many settings the ratio has converged, and where it has not. */
function convergence(rows, subject) {
  const [{smaller_mib: smaller, larger_mib: larger}] = rows;
  const moved = rows.filter((row) => !row.has_converged);
  const largest = Math.max(...rows.map(({change}) => Math.max(change, 1 / change)));
  const step = `From ${number(smaller)} to ${number(larger)} MiB of cache, the ratio of ${subject}`;
  if (!moved.length) {
    return `${step} changes by at most ${percent(largest - 1)} in all ${plural(rows.length, "setting")}: it has converged.`;
  }
  const where = list(moved.map((row) => `at ${scaleSetting(row)} (${fromTo(row)})`));
  return `${step} has converged, to within 5 %, in ${number(rows.length - moved.length)} of ${
    plural(rows.length, "setting")}. It has not ${where}, so nothing can be said about larger sizes there.`;
}

/** A ratio at the two largest sizes, of the first engine in order over the second. */
function fromTo({numerator, denominator, smaller_ratio: smaller, larger_ratio: larger}) {
  const [first, second] = orderEngines([numerator, denominator]);
  const turned = (ratio) => times(first === numerator ? ratio : 1 / ratio);
  return `${turned(smaller)} to ${turned(larger)} for ${engineName(first)} over ${engineName(second)}`;
}

/** One sentence per claim: the verdict of all sizes, or those of each. */
function claimSentences(rows) {
  return [...groupRows(rows, (row) => row.claim)].map(([claim, own]) => {
    const verdicts = [...groupRows(own, (row) => row.verdict)];
    if (verdicts.length === 1) {
      return `The verdict on ${claim} would be “${verdicts[0][0]}” at every size.`;
    }
    return `The verdict on ${claim} depends on the size: ${list(verdicts.map(([verdict, of]) =>
      `“${verdict}” at ${list(of.map((row) => number(row.cache_mib)))} MiB`))}.`;
  });
}
