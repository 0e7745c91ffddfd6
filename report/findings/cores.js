/** Sentences about cores and bandwidth: what more CPUs need of the device, and whether the axis holds. */
import {engineName, ofNewestVersions, orderEngines} from "../charts/engines.js";
import {list, number, percent, times} from "../charts/format.js";
import {groupRows, isKnown, median} from "../charts/group.js";
import {figureOf, quotient, withInterval} from "./intervals.js";

/** Keys of the experiment's factor `machine`. */
export const ONE = "1-cpu";
export const FOUR = "4-cpus";
export const SLOW = "1-cpu-slow-device";

/** The share of its peak at which an engine counts as having reached it. */
const ENOUGH = 0.9;

/**
 * Medians over seeds, by ascending bandwidth.
 * @param {object[]} rows of cores_runs.json @param {string} measure
 * @returns {{engine: string, machine: string, cpus: number, mib_s: number, value: number,
 *   cell_id: string}[]}
 */
export function mediansOverBandwidth(rows, measure = "tps") {
  const known = rows.filter((row) => isKnown(row[measure]));
  const places = groupRows(known, (row) => `${row.engine}|${row.machine}|${row.read_bandwidth_mib_s}`);
  return [...places.values()].map((own) => ({engine: own[0].engine, machine: own[0].machine,
    cpus: Number(own[0].cpus), mib_s: own[0].read_bandwidth_mib_s, cell_id: own[0].cell_id,
    value: median(own.map((row) => row[measure]))})).sort((a, b) => a.mib_s - b.mib_s);
}

/**
 * Throughput of four CPUs over that of one, at each bandwidth.
 * @param {object[]} rows of cores_runs.json
 * @returns {{engine: string, x: number, value: number, cell_id: string}[]}
 */
export function coreGains(rows) {
  const medians = mediansOverBandwidth(rows);
  return medians.filter((row) => row.machine === FOUR).flatMap((row) => {
    const one = medians.find((other) => other.engine === row.engine && other.machine === ONE &&
      other.mib_s === row.mib_s);
    return one ? [{engine: row.engine, x: row.mib_s, value: row.value / one.value,
      cell_id: row.cell_id}] : [];
  });
}

/**
 * The two machines that differ in speed alone, on one axis: bandwidth and throughput, per CPU.
 * @param {object[]} rows of cores_runs.json @param {string} [measure] of a transaction, if not `tps`
 * @returns {{engine: string, series: string, x: number, value: number, cell_id: string}[]}
 */
export function onOneAxis(rows, measure = "tps") {
  return mediansOverBandwidth(rows, measure).filter((row) => row.machine !== ONE)
    .map((row) => ({engine: row.engine, series: row.machine, x: row.mib_s / row.cpus,
      value: measure === "tps" ? row.value / row.cpus : row.value, cell_id: row.cell_id}));
}

/**
 * Four CPUs over one in slow motion, by CPU, where both have the same place on the axis.
 * @param {object[]} rows of cores_runs.json @param {string} [measure]
 * @returns {{engine: string, x: number, ratio: number}[]}
 */
export function axisRatios(rows, measure = "tps") {
  const places = onOneAxis(rows, measure);
  return places.filter((row) => row.series === FOUR).flatMap((row) => {
    const slow = places.find((other) => other.engine === row.engine && other.series === SLOW &&
      other.x === row.x);
    return slow ? [{engine: row.engine, x: row.x, ratio: row.value / slow.value}] : [];
  });
}

/**
 * The bandwidth for nine tenths of the peak, on a straight line between levels on logarithmic scales.
 * @param {{mib_s: number, value: number}[]} curve ascending
 * @returns {number | null} null where the peak is at the last level and more than a tenth above the one
 *   before, so that it may not be reached
 */
export function neededMibS(curve) {
  const peak = Math.max(...curve.map((row) => row.value));
  const at = curve.findIndex((row) => row.value >= ENOUGH * peak);
  if (at < 0 || at === curve.length - 1) return null;
  if (at === 0) return curve[0].mib_s;
  const [low, high] = [curve[at - 1], curve[at]];
  const share = Math.log(ENOUGH * peak / low.value) / Math.log(high.value / low.value);
  return low.mib_s * (high.mib_s / low.mib_s) ** share;
}

/**
 * @param {object[]} rows of cores_intervals.json, of the engines that are shown
 * @returns {string} the page's answer: four CPUs over one on the slowest and on the fastest device
 */
export function coreAnswer(rows) {
  const newest = ofNewestVersions(rows);
  const bandwidths = newest.filter((row) => row.machine === FOUR).map((row) => row.read_bandwidth_mib_s);
  const places = [Math.min(...bandwidths), Math.max(...bandwidths)];
  const found = orderEngines(newest.map((row) => row.engine)).flatMap((engine) => {
    const gains = places.map((mibS) => {
      const [four, one] = [FOUR, ONE].map((machine) => figureOf(newest, "tps", {engine, machine, read_bandwidth_mib_s: mibS}));
      return quotient(four, one);
    });
    return gains.every(Boolean) ? [{engine, gains}] : [];
  });
  return found.length ? `Four CPUs instead of one multiply throughput by ${list(found.map(({engine, gains: [slow, fast]}, i) =>
    `${withInterval(slow, times, i === 0)} at ${number(places[0])} MiB/s and ${withInterval(fast, times, false)} at ${
      number(places[1])} MiB/s in ${engineName(engine)}`))}.`
    : "This study has no finished cells with one CPU and with four.";
}

/** @param {object[]} rows of cores_runs.json @returns {string[]} */
export function coreSentences(rows) {
  const gains = coreGains(rows);
  const medians = mediansOverBandwidth(rows);
  return orderEngines(gains.map((row) => row.engine)).map((engine) => {
    const own = gains.filter((row) => row.engine === engine);
    const [least, most] = [own[0], own.at(-1)];
    const need = [ONE, FOUR].map((machine) => {
      const curve = medians.filter((row) => row.engine === engine && row.machine === machine);
      const mibS = neededMibS(curve);
      return mibS === null ? `more than ${number(curve.at(-2)?.mib_s ?? curve[0].mib_s)} MiB/s` : `${number(mibS)} MiB/s`;
    });
    return `${engineName(engine)} with four CPUs commits ${times(least.value)} as many transactions as with one at ` +
      `${number(least.x)} MiB/s and ${times(most.value)} as many at ${number(most.x)} MiB/s. To reach 90 % of its ` +
      `peak it needs ${need[0]} with one CPU and ${need[1]} with four.`;
  });
}

/** @param {object[]} rows of cores_runs.json @returns {string[]} whether speed alone decides */
export function axisSentences(rows) {
  const ratios = axisRatios(rows);
  const causes = [["pages_per_transaction", "pages"], ["flushes_per_transaction", "flushes"],
    ["engine_instructions_per_transaction", "instructions"]];
  return orderEngines(ratios.map((row) => row.engine)).map((engine) => {
    const own = ratios.filter((row) => row.engine === engine);
    const far = own.reduce((most, row) =>
      (Math.abs(Math.log(row.ratio)) > Math.abs(Math.log(most.ratio)) ? row : most));
    const each = causes.flatMap(([measure, name]) => {
      const found = axisRatios(rows, measure).find((row) => row.engine === engine && row.x === far.x);
      return found ? [`${times(found.ratio)} the ${name}`] : [];
    });
    return `${engineName(engine)}: each of four CPUs commits between ` +
      `${percent(Math.min(...own.map((row) => row.ratio)))} and ` +
      `${percent(Math.max(...own.map((row) => row.ratio)))} of the transactions of the single CPU. They differ most ` +
      `at ${number(far.x)} MiB/s per GIPS, where a transaction takes ${list(each)}.`;
  });
}

/**
 * A scan's time over that of the same scan without workers, in the same release.
 * @param {object[]} rows of parallel-query_scans.json @param {string} baseline a setting
 * @returns {{engine: string, series: string, x: number, value: number, cell_id: string}[]}
 */
export function scanGains(rows, baseline = "no-workers") {
  return rows.filter((row) => row.settings !== baseline).flatMap((row) => {
    const one = rows.find((other) => other.engine === row.engine && other.settings === baseline &&
      other.bandwidth_mib_s === row.bandwidth_mib_s);
    return one ? [{engine: row.engine, series: row.settings, x: row.bandwidth_mib_s,
      value: one.duration_s / row.duration_s, cell_id: row.cell_id}] : [];
  });
}

/**
 * @param {{engine: string, series: string, x: number, value: number}[]} gains of `scanGains`
 * @param {{key: string, name: string}[]} settings their names
 * @returns {string[]} for each engine, its gains at the fastest device
 */
export function scanGainSentences(gains, settings) {
  const fastest = Math.max(...gains.map((row) => row.x));
  return orderEngines(gains.map((row) => row.engine)).flatMap((engine) => {
    const own = settings.flatMap(({key, name}) => gains.filter((row) => row.engine === engine && row.series === key &&
      row.x === fastest).map((row) => `${times(row.value)} with ${name}`));
    return own.length ? [`${engineName(engine)} at ${number(fastest)} MiB/s scans at the following multiples of its speed without workers: ${list(own)}.`] : [];
  });
}
