/**
 * What storage a load needs: where an engine stands on a machine and a device, computed from the measured
 * throughput over bandwidth per CPU speed, and from what a transaction needs of both.
 */
import {engineName, engineStyle, ofNewestVersions} from "../charts/engines.js";
import {bytes, list, number, percent, times} from "../charts/format.js";
import {groupRows} from "../charts/group.js";
import {quotient, withInterval} from "./intervals.js";

/** Share of the time from which on the device is called the limit. */
const BUSY = 0.9;

/**
 * @typedef {{mib_s_per_gips: number, tps: number, tps_low: number | null, tps_high: number | null,
 *   bytes_per_transaction: number, requests_per_transaction: number, engine_instructions_per_transaction: number,
 *   busy_share: number}} Point row of storage_needs.json, of one engine and workload
 * @typedef {{name: string, short_name: string, mib_s: number, iops: number, source: string, url: string,
 *   as_of: string}} DeviceKind row of devices.json
 * @typedef {{cores: number, gips: number}} Machine `gips` of one core: 10^9 instructions per second
 * @typedef {{mib_s_per_gips: number, share: number, low: number, high: number, tps: number,
 *   bound: "bandwidth" | "requests" | "processor" | "both", is_beyond: boolean}} Standing
 *   `share` of the peak that was measured, with its interval; `tps` of the machine, as far as its cores
 *   scale; `is_beyond` what was measured
 */

/** Where a device lies on the axis of the measurements. @param {DeviceKind} device @param {Machine} machine */
export const placeOf = (device, {cores, gips}) => device.mib_s / (cores * gips);

/**
 * @param {Point[]} points by bandwidth @param {DeviceKind} device @param {Machine} machine
 * @returns {Standing}
 */
export function standing(points, device, machine) {
  const place = placeOf(device, machine);
  const peak = Math.max(...points.map((point) => point.tps));
  const [first, last] = [points[0], points.at(-1)];
  const at = (key) => interpolated(points, place, (point) => point[key] ?? point.tps) / peak;
  // Below the least bandwidth the device alone decides, and throughput is in proportion to it.
  const scale = place < first.mib_s_per_gips ? place / first.mib_s_per_gips : 1;
  const byBandwidth = at("tps") * scale;
  const whole = peak * machine.cores * machine.gips;
  const requests = interpolated(points, place, (point) => point.requests_per_transaction);
  const byRequests = device.iops / requests / whole;
  const busy = interpolated(points, place, (point) => point.busy_share);
  const share = Math.min(byBandwidth, byRequests);
  const cut = (value) => Math.min(value * scale, byRequests);
  const bound = byRequests < byBandwidth ? "requests" : busy >= BUSY ? "bandwidth"
    : byBandwidth >= BUSY ? "processor" : "both";
  return {mib_s_per_gips: place, share, low: cut(at("tps_low")), high: cut(at("tps_high")), tps: share * whole, bound,
    is_beyond: place < first.mib_s_per_gips || place > last.mib_s_per_gips};
}

/** The value at a place between two points, on logarithmic scales; beyond the ends that of the end. */
function interpolated(points, place, value) {
  const next = points.findIndex((point) => point.mib_s_per_gips >= place);
  if (next === 0) return value(points[0]);
  if (next < 0) return value(points.at(-1));
  const [one, other] = [points[next - 1], points[next]];
  const part = Math.log(place / one.mib_s_per_gips) / Math.log(other.mib_s_per_gips / one.mib_s_per_gips);
  return value(one) ** (1 - part) * value(other) ** part;
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
 * @param {Machine} machine
 * @returns {string} what limits it, where it stands, and what the next faster device would bring
 */
export function storageAnswer(engine, points, devices, device, machine) {
  if (!points.length) return "No run of this study measures this engine with this workload.";
  const now = standing(points, device, machine);
  const interval = now.low < now.high ? ` (${percent(now.low)} to ${percent(now.high)})` : "";
  const faster = devices.map((other) => ({other, then: standing(points, other, machine)}))
    .filter(({then}) => then.tps > now.tps * 1.02).sort((a, b) => a.then.tps - b.then.tps)[0];
  const next = faster ? `the next faster device, ${faster.other.name}, would bring ${times(faster.then.tps / now.tps)} the transactions`
    : "no other device of the list would bring more than 2 % more";
  return `On ${device.name} with ${number(machine.cores)} cores, ${engineName(engine)} is ${limitWords(now.bound)}: some ${
    number(Number(now.tps.toPrecision(2)))} transactions per second, ${percent(now.share)}${interval} of its peak; ${next}.${
    now.is_beyond ? " That device is beyond what was measured." : ""}`;
}

/**
 * How an engine compares with the others on the machine and the device that were chosen.
 * @param {(Point & {experiment: string, engine: string})[]} needs rows of storage_needs.json, of the engines that are shown
 * @param {object[]} workloads rows of workload_ratios.json, which say where one engine alone caches all data
 * @param {{load: string, engine: string, device: DeviceKind, machine: Machine}} have what was chosen
 * @returns {string} over the newest version of each other engine; "" where there is none
 */
export function storageLead(needs, workloads, {load, engine, device, machine}) {
  const own = needs.filter((row) => row.experiment === load);
  const mine = own.filter((row) => row.engine === engine);
  const isUnequal = (other) => workloads.some((row) => row.page === load && row.one_caches_all &&
    [row.numerator, row.denominator].every((name) => name === engine || name === other));
  const others = [...groupRows(ofNewestVersions(own), (row) => row.engine)].filter(([other]) =>
    engineStyle(other).family !== engineStyle(engine).family && !isUnequal(other));
  if (!mine.length || !others.length) return "";
  const figure = (points) => {
    const {tps, share, low, high} = standing(points, device, machine);
    const of = (part) => (low < high ? part / share * tps : null);
    return {value: tps, low: of(low), high: of(high)};
  };
  const words = others.map(([other, points], i) => `${withInterval(quotient(figure(mine), figure(points)), times, i === 0)} as many ${
    i ? "" : "transactions "}as ${engineName(other)}`);
  return `On ${device.name} it would commit ${list(words)}.`;
}

/**
 * What each limit would allow alone, of what a transaction takes at that place of the axis.
 * @param {Point[]} points @param {DeviceKind} device @param {Machine} machine
 * @returns {string} the formula with its figures; empty without points
 */
export function storageFormula(points, device, machine) {
  if (!points.length) return "";
  const at = (key) => interpolated(points, placeOf(device, machine), (point) => point[key]);
  const [size, requests, instructions] = ["bytes_per_transaction", "requests_per_transaction",
    "engine_instructions_per_transaction"].map(at);
  const gips = machine.cores * machine.gips;
  const perSecond = (value) => number(Number(value.toPrecision(3)));
  return `A transaction moves ${bytes(size)} in ${number(requests)} requests and takes ${number(instructions / 1e6)} million instructions. ` +
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
