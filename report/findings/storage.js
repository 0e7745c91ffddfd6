/**
 * What storage a load needs: where an engine stands on a machine and a device. Where that device was measured, its
 * figure is the measured one. Elsewhere it is that of a model: the measured throughput over bandwidth per CPU speed,
 * cut by the requests per second that the device allows. A device that is better in any respect is never slower.
 */
import {engineName, engineStyle, ofNewestVersions} from "../charts/engines.js";
import {bytes, list, number, percent, times} from "../charts/format.js";
import {groupRows, median} from "../charts/group.js";
import {quotient, withInterval} from "./intervals.js";

/** Share of the time, or of the requests per second, from which on the device is called the limit. */
const BUSY = 0.9;

/** How many times the transactions make a device worth a recommendation; less could be the model's error. */
const NOTABLE = 1.1;

/**
 * @typedef {{mib_s_per_gips: number, tps: number, tps_low: number | null, tps_high: number | null,
 *   bytes_per_transaction: number, requests_per_transaction: number, engine_instructions_per_transaction: number,
 *   busy_share: number, engine_memory_mib?: number}} Point row of storage_needs.json, of one engine and workload
 * @typedef {{name: string, short_name: string, mib_s: number, iops: number, source: string, url: string,
 *   as_of: string}} DeviceKind row of devices.json
 * @typedef {{mib_s: number, iops: number | null}} Limits of a device; null where requests are not limited
 * @typedef {{engine: string, mib_s: number, iops: number | null, gips: number, tps: number, tps_low: number | null,
 *   tps_high: number | null, requests_per_transaction: number, busy_share: number}} Run row of storage_measured.json,
 *   of one engine and workload; `gips` of the whole machine
 * @typedef {{cores: number, gips: number}} Machine `gips` of one core: 10^9 instructions per second
 * @typedef {{mib_s_per_gips: number, share: number, low: number, high: number, tps: number,
 *   bound: "bandwidth" | "requests" | "processor" | "both", is_measured: boolean, is_beyond: boolean}} Standing
 *   `share` of the peak that was measured, with its interval; `tps` of the machine, as far as its cores
 *   scale; `is_measured` on such a device; `is_beyond` what was measured
 */

/** Where a device lies on the axis of the measurements. @param {Limits} device @param {Machine} machine */
export const placeOf = (device, {cores, gips}) => device.mib_s / (cores * gips);

/**
 * @param {Point[]} points by bandwidth @param {Limits} device @param {Machine} machine
 * @param {Run[]} [runs] of the same engine and workload on whole devices
 * @returns {Standing}
 */
export function standing(points, device, machine, runs = []) {
  const place = placeOf(device, machine);
  const [first, last] = [points[0], points.at(-1)];
  const peak = Math.max(...points.map((point) => point.tps));
  const whole = peak * machine.cores * machine.gips;
  // Below the least bandwidth the device alone decides, and throughput is in proportion to it.
  const scale = Math.min(1, place / first.mib_s_per_gips);
  const byBandwidth = (key) => interpolated(risen(points, key), place) * scale / peak;
  const byRequests = iopsOf(device) / requestsOf(points, runs) / whole;
  const busy = interpolated(points.map((point) => [point.mib_s_per_gips, point.busy_share]), place);
  const known = runs.filter((run) => appliesTo(run, machine));
  const at = (key) => within(Math.min(byBandwidth(key), byRequests), device, known, (run) => run.tps / whole);
  const share = at("tps");
  const measured = known.find((run) => run.mib_s === device.mib_s && iopsOf(run) === iopsOf(device));
  const bounds = ["tps_low", "tps_high"].map((key) => (measured ? (measured[key] ?? measured.tps) / whole : at(key)));
  const bound = byRequests < byBandwidth("tps") ? "requests" : busy >= BUSY ? "bandwidth"
    : byBandwidth("tps") >= BUSY ? "processor" : "both";
  return {mib_s_per_gips: place, share, low: bounds[0], high: bounds[1], tps: share * whole, bound,
    is_measured: Boolean(measured), is_beyond: !measured && (place < first.mib_s_per_gips || place > last.mib_s_per_gips)};
}

/** Requests per second that a device allows. @param {{iops: number | null}} device */
const iopsOf = ({iops}) => (iops === null ? Infinity : iops);

/** Whether the device was the limit of a run, so that a faster processor changes nothing. @param {Run} run */
const isDeviceBound = (run) => run.busy_share >= BUSY || run.tps * run.requests_per_transaction >= BUSY * iopsOf(run);

/** Whether a run says what the machine would do on the run's device. @param {Run} run @param {Machine} machine */
function appliesTo(run, {cores, gips}) {
  return run.gips === cores * gips || (run.gips < cores * gips && isDeviceBound(run));
}

/** A value of the model, no less than on any worse device that was measured, and no more than on any better one. */
function within(value, device, runs, measured) {
  const isWorse = (one, other) => one.mib_s <= other.mib_s && iopsOf(one) <= iopsOf(other);
  const least = Math.max(0, ...runs.filter((run) => isWorse(run, device)).map(measured));
  const most = Math.min(Infinity, ...runs.filter((run) => isWorse(device, run)).map(measured));
  return Math.min(Math.max(value, least), most);
}

/**
 * Requests of a transaction, one figure for all devices, as it differs between runs by chance: where a limit of requests
 * was measured, those that the limit left room for.
 * @param {Point[]} points @param {Run[]} runs
 */
function requestsOf(points, runs) {
  const limited = runs.filter((run) => run.iops && run.tps * run.requests_per_transaction >= BUSY * run.iops);
  return limited.length ? median(limited.map((run) => run.iops / run.tps))
    : median(points.map((point) => point.requests_per_transaction));
}

/** Places and throughput, which more bandwidth never lowers: where a run on a faster device made less, that was chance. */
function risen(points, key) {
  let most = 0;
  return points.map((point) => [point.mib_s_per_gips, most = Math.max(most, point[key] ?? point.tps)]);
}

/** The value at a place between two measured ones, on logarithmic scales; beyond the ends that of the end. */
function interpolated(pairs, place) {
  const next = pairs.findIndex(([x]) => x >= place);
  if (next === 0) return pairs[0][1];
  if (next < 0) return pairs.at(-1)[1];
  const [[x, value], [otherX, other]] = [pairs[next - 1], pairs[next]];
  const part = Math.log(place / x) / Math.log(otherX / x);
  return value ** (1 - part) * other ** part;
}

/**
 * @param {Point[]} points @param {Run[]} [runs]
 * @returns {{least: number, most: number}} what the model makes of the measured throughput, each measured place of the
 *   curve and each run on a whole device left out in turn
 */
export function modelErrors(points, runs = []) {
  const onOne = {cores: 1, gips: 1};
  const ratios = points.length < 3 ? [] : points.map((point) => standing(points.filter((each) => each !== point),
    {mib_s: point.mib_s_per_gips, iops: null}, onOne).tps / point.tps);
  const others = runs.map((run) => standing(points, run, {cores: 1, gips: run.gips}, runs.filter((each) => each !== run)).tps / run.tps);
  return {least: Math.min(...ratios, ...others), most: Math.max(...ratios, ...others)};
}

/**
 * @param {Point[]} points @param {DeviceKind} device @param {Machine} machine @param {Run[]} [runs]
 * @returns {string} that the answer was measured, or how far its model is off
 */
export function modelSentence(points, device, machine, runs = []) {
  if (!points.length) return "";
  const {least, most} = modelErrors(points, runs);
  const off = Number.isFinite(least) ? ` With each of its ${number(points.length + runs.length)} measurements left out in turn it gives ${
    times(least)} to ${times(most)} of what was measured there. Intervals cover the seeds, not this error.` : "";
  const own = runs.find((run) => run.mib_s === device.mib_s && iopsOf(run) === iopsOf(device));
  return own && standing(points, device, machine, runs).is_measured
    ? `This device was measured with a machine of ${number(own.gips)} GIPS. It was the limit there, so more cores add little.`
    : `This device was not measured: the answer is that of a model.${off}`;
}

/** What the workloads are, by experiment. */
const LOADS = {oltp: "OLTP (sysbench), keys spread evenly", tpcc: "TPC-C, some rows far hotter than others"};

/** @param {string} experiment @returns {string} what its workload is called */
export const loadName = (experiment) => LOADS[experiment] ?? experiment;

const BOUNDS = {
  bandwidth: "limited by the device's bandwidth",
  requests: "limited by the device's requests per second",
  processor: "limited by the CPU",
  both: "limited by device and CPU alike",
};

/** @param {Standing["bound"]} bound @returns {string} such as "limited by the CPU" */
export const limitWords = (bound) => BOUNDS[bound];

/**
 * @param {string} engine @param {Point[]} points @param {DeviceKind[]} devices @param {DeviceKind} device one of them
 * @param {Machine} machine @param {Run[]} [runs]
 * @returns {string} what limits it, where it stands, and what the next faster device would bring
 */
export function storageAnswer(engine, points, devices, device, machine, runs = []) {
  if (!points.length) return "No run of this study measures this engine with this workload.";
  const now = standing(points, device, machine, runs);
  const interval = now.low < now.high ? ` (${percent(now.low)} to ${percent(now.high)})` : "";
  const faster = devices.map((other) => ({other, then: standing(points, other, machine, runs)}))
    .filter(({then}) => then.tps > now.tps * NOTABLE);
  const isLess = (one, another) => one !== another && one.mib_s <= another.mib_s && one.iops <= another.iops;
  const [least] = faster.filter(({other}) => !faster.some((each) => isLess(each.other, other)))
    .sort((a, b) => a.then.tps - b.then.tps);
  const next = least ? `the next faster device, ${least.other.name}, would bring ${times(least.then.tps / now.tps)} the transactions`
    : `no other device of the list would bring more than ${percent(NOTABLE - 1)} more`;
  return `On ${device.name} with ${number(machine.cores)} cores, ${engineName(engine)} is ${limitWords(now.bound)}: ${
    now.is_measured ? "measured are" : "some"} ${number(Number(now.tps.toPrecision(2)))} transactions per second, ${percent(now.share)}${interval} of its peak; ${next}.${
    now.is_beyond ? " That device is beyond what was measured." : ""}`;
}

/**
 * How an engine compares with the others on the machine and the device that were chosen.
 * @param {(Point & {experiment: string, engine: string})[]} needs rows of storage_needs.json, of the engines that are shown
 * @param {object[]} workloads rows of workload_ratios.json, which say where one engine alone caches all data
 * @param {{load: string, engine: string, device: DeviceKind, machine: Machine}} have what was chosen
 * @param {(Run & {experiment: string})[]} [runs]
 * @returns {string} over the newest version of each other engine; "" where there is none
 */
export function storageLead(needs, workloads, {load, engine, device, machine}, runs = []) {
  const own = needs.filter((row) => row.experiment === load);
  const mine = own.filter((row) => row.engine === engine);
  const isUnequal = (other) => workloads.some((row) => row.page === load && row.one_caches_all &&
    [row.numerator, row.denominator].every((name) => name === engine || name === other));
  const others = [...groupRows(ofNewestVersions(own), (row) => row.engine)].filter(([other]) =>
    engineStyle(other).family !== engineStyle(engine).family && !isUnequal(other));
  if (!mine.length || !others.length) return "";
  const figure = (points) => {
    const {tps, share, low, high} = standing(points, device, machine,
      runs.filter((run) => run.experiment === load && run.engine === points[0].engine));
    const of = (part) => (low < high ? part / share * tps : null);
    return {value: tps, low: of(low), high: of(high)};
  };
  const words = others.map(([other, points], i) => `${withInterval(quotient(figure(mine), figure(points)), times, i === 0)} as many ${
    i ? "" : "transactions "}as ${engineName(other)}`);
  return `On ${device.name} it would commit ${list(words)}.`;
}

/**
 * What each limit would allow alone, of what a transaction takes: medians over the measured bandwidths.
 * @param {Point[]} points @param {DeviceKind} device @param {Machine} machine @param {Run[]} [runs]
 * @returns {string} the formula with its figures; empty without points
 */
export function storageFormula(points, device, machine, runs = []) {
  if (!points.length) return "";
  const [size, instructions] = ["bytes_per_transaction", "engine_instructions_per_transaction"]
    .map((key) => median(points.map((point) => point[key])));
  const requests = requestsOf(points, runs);
  const gips = machine.cores * machine.gips;
  const perSecond = (value) => number(Number(value.toPrecision(3)));
  const memory = points[0].engine_memory_mib;
  return `${memory ? `With ${number(memory)} MiB of memory for the engine, a` : "A"} transaction moves ${bytes(size)} in ${number(requests)} requests and takes ${number(instructions / 1e6)} million instructions. ` +
    `The bandwidth allows ${number(device.mib_s)} MiB/s ÷ ${bytes(size)} = ${perSecond(device.mib_s * 2 ** 20 / size)} transactions per second, ` +
    `the requests ${number(device.iops)} ÷ ${number(requests)} = ${perSecond(device.iops / requests)}, and the CPU ${
      number(machine.cores)} × ${number(machine.gips)} GIPS ÷ ${number(instructions / 1e6)} million = ${perSecond(gips * 1e9 / instructions)}. ` +
    "The least is the limit. Where two are close, the measured curve lies below both.";
}

/**
 * @param {{engine: string, cpus: number, least: number, most: number}[]} shares rows of core_shares.json
 * @param {string} engine that the answer is of @param {Machine} machine
 * @returns {string} how far the answer was off where it was tested on several cores; "" for one core and where it was not
 */
export function coresSentence(shares, engine, machine) {
  if (machine.cores < 2) return "";
  const {family} = engineStyle(engine);
  const tested = shares.find((row) => row.engine === engine) ?? shares.find((row) => engineStyle(row.engine).family === family);
  return tested ? `It assumes that ${number(machine.cores)} cores do ${number(machine.cores)} times the work of one. Tested with ${
    number(tested.cpus)} cores, ${engineName(tested.engine)} makes ${percent(tested.least)} to ${percent(tested.most)} of what that gives.`
    : "It assumes that cores do in proportion to their number, which was not tested with this engine.";
}
