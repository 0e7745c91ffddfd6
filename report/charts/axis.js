/** The axis that the study turns on: the bandwidth of the device, doubling from tick to tick. */
import {settingAxis} from "./settings.js";

/**
 * Whether the core behind these rows runs at 1 GIPS, as one does whose clock counts its instructions: only
 * then is a number of MiB/s the same number of MiB/s per GIPS. The speed of a real one is not known.
 * @param {{read_bandwidth_mib_s?: number, bandwidth_mib_s?: number,
 *   bandwidth_mib_s_per_gips: number | null}[]} rows
 */
export function atOneGips(rows) {
  return rows.length > 0 && rows.every((row) =>
    row.bandwidth_mib_s_per_gips === (row.read_bandwidth_mib_s ?? row.bandwidth_mib_s));
}

/**
 * Whether the axis is of reads alone: where rows say what the bandwidth of writes is, and it differs.
 * @param {{read_bandwidth_mib_s?: number, write_bandwidth_mib_s?: number | null}[]} rows
 */
export function isOfReads(rows) {
  return rows.some((row) => row.write_bandwidth_mib_s !== undefined &&
    row.write_bandwidth_mib_s !== row.read_bandwidth_mib_s);
}

/**
 * @param {boolean} perGips as of `atOneGips`
 * @param {boolean} narrow whether there is room for a short one alone
 * @param {boolean} [ofReads] as of `isOfReads`
 * @returns {string}
 */
export function bandwidthLabel(perGips, narrow, ofReads = false) {
  if (ofReads) return `${settingAxis("read_bandwidth_mib_s")} →`;
  if (!perGips) return "Bandwidth of the device, MiB/s →";
  return narrow ? "Bandwidth, MiB/s = MiB/s per GIPS →"
    : "Bandwidth of the device, MiB/s (here also MiB/s per GIPS) →";
}

/**
 * @param {number[]} bandwidths MiB/s, those that the study set
 * @param {number} width of the chart in pixels
 * @param {boolean} perGips as of `atOneGips`
 * @param {boolean} [ofReads] as of `isOfReads`
 * @returns {object} Plot's x scale
 */
export function bandwidthAxis(bandwidths, width, perGips, ofReads = false) {
  const ticks = [...new Set(bandwidths)].sort((a, b) => a - b);
  const [low, high] = [ticks[0] ?? 1, ticks.at(-1) ?? 2];
  return {
    type: "log", base: 2, domain: [low / 1.15, high * 1.15], ticks,
    tickFormat: (value) => String(value),
    label: bandwidthLabel(perGips, width < 520, ofReads),
    labelAnchor: "center", labelArrow: "none", labelOffset: 38,
  };
}

/** @param {string[]} names of lines @returns {number} pixels that they take beside the last point */
export function roomForNames(names) {
  return Math.ceil(14 + 7.3 * Math.max(0, ...names.map((name) => name.length)));
}
