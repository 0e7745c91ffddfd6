/** Sentences about how well the emulated device does as it is told. */
import {number, percent, plural} from "../charts/format.js";

/** @param {object[]} rows of calibration.json @returns {string[]} */
export function calibrationSentences(rows) {
  const known = rows.filter((row) => row.measured_mib_s !== null &&
    row.expected_bandwidth_mib_s !== null);
  if (!known.length) return [];
  const error = (row) => row.measured_mib_s / row.expected_bandwidth_mib_s - 1;
  const near = known.filter((row) => Math.abs(error(row)) <= 0.02);
  const worst = known.reduce((a, b) => (Math.abs(error(b)) > Math.abs(error(a)) ? b : a));
  const over = rows.filter((row) => row.measured_mib_s > row.bandwidth_mib_s * 1.01);
  return [
    `${plural(near.length, "measurement")} of ${number(known.length)} lie within 2 % of the ` +
      "bandwidth that the timing model expects for their size and depth.",
    near.length < known.length ? `The farthest, ${worst.phase} at ` +
      `${number(worst.bandwidth_mib_s)} MiB/s, is ${percent(Math.abs(error(worst)))} ` +
      `${error(worst) < 0 ? "below" : "above"} it: the model has no term for the CPU.` : "",
    over.length ? `${plural(over.length, "measurement")} exceed the bandwidth set by more than 1 %.`
      : "None exceeds the bandwidth set by more than 1 %.",
  ];
}
