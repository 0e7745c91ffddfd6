/** The same cells in virtual and in real time, side by side. */
import {orderEngines} from "../charts/engines.js";
import {number} from "../charts/format.js";
import {groupRows, isKnown, median} from "../charts/group.js";

/** What is compared of a run, by its column in truth_labs.json. */
export const measuresOfTruth = [
  {key: "tps", name: "transactions or scans per second"},
  {key: "read_kib_per_transaction", name: "KiB read per transaction"},
  {key: "write_kib_per_transaction", name: "KiB written per transaction"},
  {key: "read_request_kib", name: "KiB per read request"},
  {key: "write_request_kib", name: "KiB per write request"},
  {key: "flushes_per_transaction", name: "flushes per transaction"},
  {key: "read_utilisation", name: "share of the read bandwidth used"},
  {key: "write_utilisation", name: "share of the write bandwidth used"},
  {key: "engine_cpu_us_per_transaction", name: "CPU time of the engine per transaction, µs"},
];

/** What a run counts, by its load; the first is what pages draw. */
export const loadsOfTruth = {oltp: "OLTP transactions", tpcc: "TPC-C transactions", scan: "scans"};

const settingOf = (row) => `${row.load}|${row.read_bandwidth_mib_s}|${row.read_ahead_kb}`;

/**
 * @param {object[]} rows of truth_labs.json
 * @returns {string[]} what one chart shows, in order: a load at a bandwidth, as `atOfTruth` takes it apart
 */
export function placesOfTruth(rows) {
  const loads = Object.keys(loadsOfTruth);
  const places = [...new Set(rows.map((row) => `${row.load}-${row.read_bandwidth_mib_s}`))];
  const rank = (place) => loads.indexOf(atOfTruth(place).load);
  return places.sort((a, b) => rank(a) - rank(b) || atOfTruth(a).mib_s - atOfTruth(b).mib_s);
}

/** @param {string} place of `placesOfTruth` @returns {{load: string, mib_s: number, words: string}} */
export function atOfTruth(place) {
  const [load, mib_s] = place.split("-");
  return {load, mib_s: Number(mib_s), words: `${loadsOfTruth[load]} at ${number(Number(mib_s))} MiB/s`};
}

/**
 * @param {object[]} rows of truth_labs.json, of the engines that are shown
 * @param {string} key a measure, as of `measuresOfTruth`
 * @returns {{load: string, engine: string, mib_s: number, kib: number, virtual: number, real: number, low: number,
 *   high: number, runs: number, difference: number}[]} medians of both labs where both have the
 *   setting; `low` and `high` of the runs in real time; `difference` of that over virtual time, less 1
 */
export function comparedLabs(rows, key) {
  const known = rows.filter((row) => isKnown(row[key]));
  const order = orderEngines(known.map((row) => row.engine));
  const loads = Object.keys(loadsOfTruth);
  return [...groupRows(known, (row) => `${row.engine}|${settingOf(row)}`).values()].flatMap((own) => {
    const valuesOf = (isReal) => own.filter((row) => row.real_time === isReal).map((row) => row[key]);
    const [inVirtual, inReal] = [valuesOf(false), valuesOf(true)];
    if (!inVirtual.length || !inReal.length) return [];
    const [virtual, real] = [median(inVirtual), median(inReal)];
    const {load, engine, read_bandwidth_mib_s: mib_s, read_ahead_kb: kib} = own[0];
    return [{load, engine, mib_s, kib, virtual, real, low: Math.min(...inReal), high: Math.max(...inReal),
      runs: inReal.length, difference: real / virtual - 1}];
  }).sort((a, b) => loads.indexOf(a.load) - loads.indexOf(b.load) || order.indexOf(a.engine) - order.indexOf(b.engine) ||
    a.mib_s - b.mib_s || a.kib - b.kib);
}

/**
 * @param {object[]} rows of truth_labs.json, of the engines that are shown
 * @returns {{load: string, first: string, second: string, kib: number, virtual: number, real: number}[]} the transactions of
 *   one engine over those of another in both labs
 */
export function comparedRatios(rows) {
  const compared = comparedLabs(rows, "tps");
  const engines = orderEngines(compared.map((row) => row.engine));
  return engines.flatMap((first, index) => engines.slice(index + 1).flatMap((second) =>
    compared.filter((row) => row.engine === first).flatMap((row) => {
      const other = compared.find((each) => each.engine === second && each.load === row.load &&
        each.mib_s === row.mib_s && each.kib === row.kib);
      return other ? [{load: row.load, first, second, kib: row.kib, virtual: row.virtual / other.virtual, real: row.real / other.real}] : [];
    })));
}
