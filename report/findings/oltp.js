/** Sentences about transactions over bandwidth; every figure and every direction comes from the rows. */
import {engineName, orderEngines, rowsOfPairs} from "../charts/engines.js";
import {list, number, percent, plural, times} from "../charts/format.js";
import {groupRows} from "../charts/group.js";
import {alikeVersions, rangeWords} from "./alike.js";
import {withInterval} from "./intervals.js";

const bandwidthOrder = (a, b) => a.read_bandwidth_mib_s - b.read_bandwidth_mib_s;

/**
 * @param {object[]} ratio rows of an experiment's ratio.sql
 * @returns {object[][]} rows of each pair that is compared, by bandwidth: first over second, in the order of engines
 */
function pairs(ratio) {
  return rowsOfPairs(ratio.filter((row) => row.median !== null)).map((rows) => rows.map((row) => {
    const [first, second] = orderEngines([row.numerator, row.denominator]);
    const isTurned = first !== row.numerator;
    const of = (value) => (value === null || !isTurned ? value : 1 / value);
    const [low, high] = isTurned ? [row.high, row.low] : [row.low, row.high];
    return {...row, first, second, value: of(row.median), low: of(low), high: of(high)};
  }).sort(bandwidthOrder));
}

const at = ({read_bandwidth_mib_s: mibS}) => `${number(mibS)} MiB/s`;

/** Whether an interval includes 1, so that neither engine is known to lead. */
const isOpen = ({low, high}) => low !== null && low <= 1 && high >= 1;

/**
 * @param {{ratio: object[], crossover: object[]}} data rows of ratio.sql and crossover.sql
 * @returns {string} the page's answer: how many times as many transactions, at both ends of the bandwidth
 */
export function oltpHeadline({ratio, crossover}) {
  const [rows] = pairs(ratio);
  if (!rows) return "No two engines of this choice were measured at the same bandwidth.";
  const [slow, fast] = [rows[0], rows.at(-1)];
  const [first, second] = [slow.first, slow.second].map(engineName);
  const start = `${first} commits ${withInterval(slow)} as many transactions as ${second} at ${at(slow)}`;
  return rows.length === 1 ? `${start}.` : `${start}, and ${withInterval(fast, times, slow.low === null)} as many at ${at(fast)}${
    crossoverWords(crossover, slow)}.`;
}

function crossoverWords(crossover, {numerator, denominator}) {
  const found = crossover.filter((row) => row.numerator === numerator &&
    row.denominator === denominator && row.crossover_mib_s !== null);
  if (!found.length) return "";
  return `; both are equally fast at ${list(found.map((row) => `${number(row.crossover_mib_s)} MiB/s${
    row.low_mib_s === null ? "" : ` (${number(row.low_mib_s)} to ${number(row.high_mib_s)})`}`))}`;
}

/**
 * @param {{ratio: object[]}} data rows of ratio.sql
 * @returns {string[]} the trend of the first pair, where its lead isn't established, and the other pairs at both ends
 */
export function oltpRatioSentences({ratio}) {
  const [main, ...others] = pairs(ratio);
  if (!main) return [];
  const open = main.filter(isOpen);
  const steps = main.length - 1;
  const falls = main.slice(1).filter((row, i) => row.value < main[i].value).length;
  const trend = falls === steps ? "falls from each bandwidth to the next"
    : falls === 0 ? "rises, or stays, from each bandwidth to the next"
      : `falls at ${number(falls)} of ${plural(steps, "step")} of bandwidth and rises at the others`;
  return [
    steps ? `The ratio of ${engineName(main[0].first)} to ${engineName(main[0].second)} ${trend}.` : "",
    open.length ? `At ${list(open.map((row) => number(row.read_bandwidth_mib_s)))} MiB/s its ` +
      "interval includes 1, so neither engine is known to be faster there." : "",
    ...others.map((rows) => `${engineName(rows[0].first)} commits ${withInterval(rows[0])} as many transactions as ${
      engineName(rows[0].second)} at ${at(rows[0])}${rows.length === 1 ? "" : `, and ${
      withInterval(rows.at(-1), times, false)} at ${at(rows.at(-1))}`}.`),
  ].filter(Boolean);
}

/** @returns {string[]} how steeply each engine's throughput follows the bandwidth, and from where on it is near its best */
export function oltpSensitivitySentences({slope, saturation}) {
  const known = slope.filter((row) => row.slope !== null);
  if (!known.length) return [];
  const factor = (value) => (value === null ? null : 2 ** value);
  const groups = alikeVersions(known.map((row) => ({engine: row.engine, values: [factor(row.slope)]})));
  const words = groups.map(({name, engines, values: [range]}) => {
    const own = known.filter((row) => engines.includes(row.engine));
    return own.length === 1
      ? `${withInterval({value: range[0], low: factor(own[0].slope_low), high: factor(own[0].slope_high)}, times, false)} in ${name}`
      : `${rangeWords(range, times)} in ${name}`;
  });
  const reached = saturation.filter((row) => row.saturation_mib_s !== null);
  const places = groupRows([...reached].sort((a, b) => a.saturation_mib_s - b.saturation_mib_s),
    (row) => (row.saturation_mib_s < row.bandwidth_mib_s_max ? `from ${number(row.saturation_mib_s)} MiB/s on`
      : `only at ${number(row.bandwidth_mib_s_max)} MiB/s, the fastest device of the study`));
  const ends = [...places].map(([place, own]) => `${list(orderEngines(own.map((row) => row.engine)).map(engineName))} ${place}`);
  return [
    `Doubling the bandwidth raises throughput by a factor of ${list(words)}, on average over the bandwidths.`,
    ends.length ? `Within 5 % of the best throughput that was measured: ${ends.join("; ")}.` : "",
  ].filter(Boolean);
}

/** @returns {string[]} what versions that behave alike use of the device, at the lowest and the highest bandwidth */
export function oltpDeviceSentences({summary}) {
  const known = summary.filter((row) => row.median !== null);
  const of = (engine, measure) => known.filter((row) => row.engine === engine && row.measure === measure)
    .sort(bandwidthOrder);
  const figures = orderEngines(known.map((row) => row.engine)).flatMap((engine) => {
    const [busy, pages] = [of(engine, "busy_share"), of(engine, "pages_per_transaction")];
    if (!busy.length || !pages.length) return [];
    const moved = pages.map((row) => row.median);
    return [{engine, values: [busy[0].median, busy.at(-1).median, Math.min(...moved), Math.max(...moved)],
      ends: [busy[0], busy.at(-1)].map(at)}];
  });
  return alikeVersions(figures).map(({name, engines, values: [slow, fast, least, most]}) => {
    const {ends} = figures.find((row) => row.engine === engines[0]);
    return `${name}: the device is busy for ${rangeWords(slow, percent)} of the time at ${ends[0]} and for ${
      rangeWords(fast, percent)} at ${ends[1]}; a transaction moves ${
      rangeWords([least[0], most[1]], number)} pages of 4 KiB, reads and writes together.`;
  });
}

/** @returns {string[]} latency of a transaction at the lowest and the highest bandwidth, versions that agree together */
export function latencySentences({summary}) {
  const known = summary.filter((row) => row.median !== null && row.measure === "latency_ms_p95").sort(bandwidthOrder);
  const figures = [...groupRows(known, (row) => row.engine)].map(([engine, own]) =>
    ({engine, values: [own[0].median, own.at(-1).median]}));
  if (!figures.length) return [];
  const [slow, fast] = [known[0], known.at(-1)].map(at);
  const words = alikeVersions(figures, 0.1).map(({name, values: [first, last]}) =>
    `${rangeWords(first, number)} and ${rangeWords(last, number)} ms in ${name}`);
  return [`The 95th percentile of latency at ${slow} and at ${fast}: ${words.join("; ")}.`];
}
