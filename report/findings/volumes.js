/** OLTP on devices that limit requests per second as well as bandwidth: whether the limit decides who leads. */
import {engineName, orderEngines, rowsOfPairs} from "../charts/engines.js";
import {list, number, times} from "../charts/format.js";
import {groupRows, median} from "../charts/group.js";
import {readAheadWords} from "./deciding.js";
import {turnedRatios} from "./ratios.js";

/** @param {object} row @returns {string} the limits of its device */
export const volumeName = ({read_bandwidth_mib_s: mibS, iops_limit: iops}) =>
  `${number(mibS)} MiB/s${iops ? ` and ${number(iops)} requests per second` : ""}`;

const leader = ({first, second, low, high}) => (low !== null && low > 1 ? first : high !== null && high < 1 ? second : null);

/**
 * @param {object[]} rows of volume_ratios.json
 * @returns {object[]} the first pair's ratios, turned, with `series`, `x`, `value` for a chart
 */
export function volumePoints(rows) {
  return turnedRatios(rowsOfPairs(rows)[0] ?? []).map((row) => ({...row, engine: row.first, series: volumeName(row),
    x: row.read_ahead_kb, value: row.ratio}));
}

/**
 * Settings of one bandwidth with and without a limit of requests. @param {object[]} points of `volumePoints`
 * @returns {{row: object, free: object}[]} of each read-ahead, with the limit and without
 */
function withAndWithout(points) {
  return points.filter((row) => row.iops_limit).flatMap((row) => {
    const free = points.find((each) => !each.iops_limit && each.read_ahead_kb === row.read_ahead_kb &&
      each.read_bandwidth_mib_s === row.read_bandwidth_mib_s);
    return free ? [{row, free}] : [];
  });
}

/** Whether the intervals with the limit and without it lie on the two sides of 1. */
const isTurned = ({row, free}) => Boolean(leader(row) && leader(free) && leader(row) !== leader(free));

/**
 * @param {object[]} ratios of volume_ratios.json
 * @returns {string} where a limit of requests turns the lead, for readers of cloud volumes; "" where it turns none
 */
export function volumeAnswer(ratios) {
  const turned = withAndWithout(volumePoints(ratios)).filter(isTurned);
  if (!turned.length) return "";
  const [{row: {first, second, iops_limit: iops, read_bandwidth_mib_s: mibS}}] = turned;
  return `A limit of ${number(iops)} requests per second, as on cloud volumes, turns the lead at ${number(mibS)} MiB/s: ${engineName(first)} commits ${
    list(turned.map(({row, free}, i) => `${times(row.ratio)} ${i ? "" : `as many transactions as ${engineName(second)} `}${
      readAheadWords(row.read_ahead_kb)} (${times(free.ratio)}${i ? "" : " without the limit"})`))}.`;
}

/**
 * @param {object[]} ratios of volume_ratios.json
 * @returns {string[]} one per bandwidth that was measured with and without a limit of requests: at which read-aheads
 *   the limit changes who leads, by the rule of config/experiments/volumes.yaml
 */
export function volumeSentences(ratios) {
  const points = volumePoints(ratios);
  return [...groupRows(points, (row) => row.read_bandwidth_mib_s).values()].flatMap((own) => {
    const pairs = withAndWithout(own);
    if (!pairs.length) return [];
    const turned = pairs.filter(isTurned);
    const words = ({row, free}) => `${times(row.ratio)} (${times(row.low)} to ${times(row.high)}) with the limit and ${
      times(free.ratio)} (${times(free.low)} to ${times(free.high)}) without it, ${readAheadWords(row.read_ahead_kb)}`;
    const said = pairs.filter(({row, free}) => [row, free].every(({low}) => low !== null)).map(words);
    const verdict = turned.length ? `A limit of ${number(pairs[0].row.iops_limit)} requests per second decides who leads at ${number(own[0].read_bandwidth_mib_s)} MiB/s ${
      list(turned.map(({row}) => readAheadWords(row.read_ahead_kb)))}`
      : `A limit of ${number(pairs[0].row.iops_limit)} requests per second does not turn the lead at ${number(own[0].read_bandwidth_mib_s)} MiB/s`;
    return [`${verdict}.${said.length ? ` The ratio of ${engineName(own[0].first)} to ${engineName(own[0].second)} is ${said.join("; ")}.` : ""}`];
  });
}

/**
 * @param {object[]} runs of volume_runs.json
 * @returns {string[]} one per engine: the requests of a transaction over read-ahead, on the device with a limit of them
 */
export function requestSentences(runs) {
  const limited = runs.filter((row) => row.iops_limit);
  return orderEngines([...new Set(limited.map((row) => row.engine))]).map((engine) => {
    const places = [...groupRows(limited.filter((row) => row.engine === engine), (row) => row.read_ahead_kb)].sort((a, b) => a[0] - b[0]);
    const words = places.map(([kib, rows]) => {
      const requests = median(rows.map((row) => row.read_requests_per_transaction + row.write_requests_per_transaction));
      return `${number(requests)} ${readAheadWords(kib)}, at ${number(median(rows.map((row) => row.tps)))} transactions per second`;
    });
    return `Requests to the device per transaction of ${engineName(engine)}: ${words.join("; ")}.`;
  });
}
