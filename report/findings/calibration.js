/** Sentences about how well the emulated device does as it is told. */
import {number, percent, plural} from "../charts/format.js";

/** @param {object[]} rows of calibration.json @returns {string[]} */
export function calibrationSentences(rows) {
  const known = rows.filter((row) => row.measured_mib_s !== null &&
    row.bandwidth_mib_s !== null);
  if (!known.length) return [];
  const saturating = known.filter((row) => row.io_depth > 1 && row.expected_bandwidth_mib_s !== null);
  const share = (row) => row.measured_mib_s / row.bandwidth_mib_s;
  const over = known.filter((row) => share(row) > 1.01);
  const near = saturating.filter((row) => Math.abs(share(row) - 1) <= 0.02);
  const reached = Math.max(0, ...near.map((row) => row.bandwidth_mib_s));
  return [
    `${plural(near.length, "measurement")} of ${number(saturating.length)} with more than one ` +
      "request in flight lie within 2 % of the bandwidth set" +
      `${near.length ? `, up to ${number(reached)} MiB/s` : ""}.`,
    over.length ? `${plural(over.length, "measurement")} exceed it by more than 1 %, at most ` +
      `${percent(Math.max(...over.map(share)) - 1)}.`
      : "None exceeds it by more than 1 %.",
  ];
}
