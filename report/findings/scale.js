/** The same comparison at several sizes. */
import {number} from "../charts/format.js";
import {turnedRatios} from "./ratios.js";

/** @param {object} row @returns {string} its bandwidth and read-ahead, as the key and the name of a series */
const scaleSetting = (row) => `${number(row.read_bandwidth_mib_s)} MiB/s, ${
  row.read_ahead_kb ? `${number(row.read_ahead_kb)} KiB read-ahead` : "no read-ahead"}`;

/**
 * @param {object[]} rows of scale_ratios.json @param {string} metric
 * @returns {object[]} the ratios of a metric, of the first engine in order over the second, with `series` and `x`
 */
export function scaleRatios(rows, metric) {
  return turnedRatios(rows.filter((row) => row.metric === metric)).map((row) => ({...row,
    engine: row.first, series: scaleSetting(row), x: row.cache_mib, value: row.ratio}));
}
