/** Sentences over all versions and workloads: who is ahead of whom, at how many points, by how much. */
import {engineName, engineStyle, familyName, orderEngines} from "../charts/engines.js";
import {list, number, plural, times} from "../charts/format.js";
import {groupRows, median} from "../charts/group.js";

/** What the workloads are called, in the order in which they are listed. */
const WORKLOADS = [["oltp", "sysbench's transactions"], ["tpcc", "TPC-C"], ["payments", "payments"]];

/**
 * @typedef {{first: string, second: string, setting: string, ratio: number, low: number | null,
 *   high: number | null}} Point
 *   of two engines of different families, `first` being the first by `orderEngines`
 */

/** @param {object[]} rows of oltp_ratio or tpcc_ratio @returns {Point[]} */
function ratioPoints(rows) {
  return rows.filter((row) => row.median !== null).map((row) => {
    const [first, second] = orderEngines([row.numerator, row.denominator]);
    const point = {first, second, setting: `${row.read_bandwidth_mib_s}`};
    if (first === row.numerator) return {...point, ratio: row.median, low: row.low, high: row.high};
    return {...point, ratio: 1 / row.median, low: row.high && 1 / row.high, high: row.low && 1 / row.low};
  }).filter(({first, second}) => engineStyle(first).family !== engineStyle(second).family);
}

/**
 * @param {object[]} rows of payments_runs.json
 * @returns {Point[]} with one log, by deletes and flush; the bounds are those of the seeds' ranges
 */
function paymentPoints(rows) {
  const known = rows.filter((row) => row.durability === "equal" && row.tps !== null);
  return [...groupRows(known, (row) => `${row.deletes} ${row.flush_latency_us}`)]
    .flatMap(([setting, own]) => {
      const engines = orderEngines(own.map((row) => row.engine));
      const of = (engine) => own.filter((row) => row.engine === engine).map((row) => row.tps);
      return engines.flatMap((first, i) => engines.slice(i + 1).map((second) => {
        const [above, below] = [of(first), of(second)];
        const several = above.length > 1 && below.length > 1;
        return {first, second, setting, ratio: median(above) / median(below),
          low: several ? Math.min(...above) / Math.max(...below) : null,
          high: several ? Math.max(...above) / Math.min(...below) : null};
      }));
    }).filter(({first, second}) => engineStyle(first).family !== engineStyle(second).family);
}

/** Points of each two families, in the order of the families. @param {Point[]} points */
function byFamilies(points) {
  const family = (engine) => engineStyle(engine).family;
  const order = orderEngines(points.flatMap((row) => [row.first, row.second])).map(family);
  const rank = (own) => order.indexOf(family(own[0].first)) * order.length +
    order.indexOf(family(own[0].second));
  return [...groupRows(points, (row) => `${family(row.first)}/${family(row.second)}`).values()]
    .sort((a, b) => rank(a) - rank(b)).map((own) => {
      const ahead = own.filter((row) => (row.low ?? row.ratio) > 1);
      const behind = own.filter((row) => (row.high ?? row.ratio) < 1);
      return {first: family(own[0].first), second: family(own[0].second), points: own, ahead, behind,
        open: own.length - ahead.length - behind.length};
    });
}

/** The pair turned so that its first family is ahead at more points; null where neither is. */
function turned(pair) {
  if (pair.ahead.length === pair.behind.length) return null;
  if (pair.ahead.length > pair.behind.length) return pair;
  return {...pair, first: pair.second, second: pair.first, ahead: pair.behind, behind: pair.ahead};
}

/** @param {object} data as of `workloadSentences` @returns {{name: string, pairs: object[]}[]} */
function workloads({ratio, tpccRatio, payments}) {
  const points = {oltp: ratioPoints(ratio), tpcc: ratioPoints(tpccRatio),
    payments: paymentPoints(payments)};
  return WORKLOADS.map(([key, name]) => ({name, pairs: byFamilies(points[key])}))
    .filter(({pairs}) => pairs.length);
}

/**
 * @param {{ratio: object[], tpccRatio: object[], payments: object[]}} data rows of oltp_ratio, tpcc_ratio
 *   and payments, of the engines that are shown
 * @returns {string} which of the first two families leads with which workload
 */
export function workloadHeadline(data) {
  const found = workloads(data);
  if (!found.length) return "No runs of two different engines are shown.";
  const [{first, second}] = found[0].pairs;
  const led = found.flatMap(({name, pairs}) => {
    const pair = pairs.find((one) => one.first === first && one.second === second);
    return pair ? [{name, pair, lead: turned(pair)}] : [];
  });
  const [one, other] = [first, second].map(familyName);
  const part = ({name, pair, lead}) => `with ${name} (${lead
    ? `at ${number(lead.ahead.length)} of ${plural(pair.points.length, "point")}`
    : `${plural(pair.points.length, "point")}`})`;
  const leaders = groupRows(led, ({lead}) => (lead ? lead.first : ""));
  const parts = [...leaders].map(([family, own]) =>
    `${family ? `${familyName(family)} leads` : "neither leads"} ${list(own.map(part))}`);
  return `${one} and ${other}: ${parts.join("; ")}.`;
}

/** "by 1.05× to 1.24×", of ratios that may have to be turned over. */
function span(points) {
  const ratios = points.map(({ratio}) => Math.max(ratio, 1 / ratio));
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map(times);
  return least === most ? `by ${least}` : `by ${least} to ${most}`;
}

/**
 * @param {{ratio: object[], tpccRatio: object[], payments: object[]}} data as of `workloadHeadline`
 * @returns {string[]} a sentence for each workload and two families, all versions together
 */
export function workloadSentences(data) {
  return workloads(data).flatMap(({name, pairs}) => pairs.map((pair) => {
    const lead = turned(pair);
    const {first, second, ahead, behind, open, points} = lead ?? pair;
    const [one, other] = [first, second].map(familyName);
    const versions = new Set(points.map((row) => `${row.first}/${row.second}`)).size;
    const settings = new Set(points.map((row) => row.setting)).size;
    const of = versions > 1
      ? `${number(points.length)} points (${plural(versions, "pair")} of versions, ${
        plural(settings, "setting")} each)`
      : `${plural(points.length, "point")} (${engineName(points[0].first)} and ${
        engineName(points[0].second)})`;
    return `With ${name}, ${one} is ahead of ${other} at ${number(ahead.length)} of ${of}${
      ahead.length ? `, ${span(ahead)}` : ""}${
      behind.length ? `; ${other} is ahead at ${number(behind.length)}, ${span(behind)}` : ""}${
      open ? `; ${number(open)} ${open === 1 ? "is" : "are"} not settled` : ""}.`;
  }));
}

/**
 * @param {object[]} crossover rows of oltp_crossover, of the engines that are shown
 * @returns {string[]} in how many pairs of versions the lead changes hands
 */
export function crossoverSentences(crossover) {
  const pairs = crossover.filter((row) =>
    engineStyle(row.numerator).family !== engineStyle(row.denominator).family);
  if (pairs.length < 2) return [];
  const crossing = pairs.filter((row) => row.crossover_mib_s !== null);
  const names = crossing.map((row) => `${engineName(row.numerator)} and ${engineName(row.denominator)}`);
  const open = pairs.filter((row) => row.outcome === "not settled").length;
  return [`Of ${number(pairs.length)} pairs of engine versions the lead changes hands with the bandwidth in ${
    number(crossing.length)}${names.length ? ` (${names.join("; ")})` : ""}${
    open ? `, and in ${number(open)} whether it does is not settled` : ""}.`];
}

const range = (values, unit) => {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? plural(most, unit) : `${number(least)} to ${plural(most, unit)}`;
};

/**
 * @param {object[]} rows of an experiment's basis.sql, of the engines that are shown
 * @returns {string[]} what stands behind a point of its chart
 */
export function basisSentences(rows) {
  if (!rows.length) return [];
  const seeds = [...groupRows(rows, (row) => `${row.engine} ${row.read_bandwidth_mib_s}`).values()]
    .map((own) => own.length);
  const steady = rows.filter((row) => row.is_steady).length;
  const counted = rows.filter((row) => row.checkpoints !== null);
  const checkpointers = list([...new Set(counted.map((row) => engineStyle(row.engine).name))]);
  const checkpoints = counted.reduce((sum, row) => sum + row.checkpoints, 0);
  const ahead = [...new Set(rows.map((row) => row.read_ahead_kb))].sort((a, b) => a - b);
  return [
    `Behind each point of a line: ${range(seeds, "run")} (one per seed) of ${
      range(rows.map((row) => row.transactions), "transaction")}, measured for ${
      range(rows.map((row) => row.measured_s), "second")}.`,
    steady < rows.length ? `${steady ? `${number(rows.length - steady)} of ${number(rows.length)} runs are`
      : "All runs are"} too short to show a steady state (MSER-5).` : "",
    !counted.length ? "" : checkpoints
      ? `${checkpointers} made ${plural(checkpoints, "checkpoint")} in ${plural(counted.length, "run")}.`
      : `No checkpoint of ${checkpointers} falls into a run.`,
    `The kernel reads ahead by ${list(ahead.map((kb) => `${number(kb)} KiB`))}.`,
    "Intervals hold the spread of the seeds alone.",
  ];
}
