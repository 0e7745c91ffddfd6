/** The main finding in one frame: throughput over the dial above, the engines' ratio below. */
import {html} from "htl";
import {atOneGips, roomForNames} from "./axis.js";
import {dialPlot} from "./dial.js";
import {engineName, engineShortNames, rowsOfPairs} from "./engines.js";
import {number, times} from "./format.js";
import {frame} from "./frame.js";
import {ratioPlot} from "./ratio.js";

/**
 * @param {{summary: object[], runs: object[], ratio: object[], crossover: object[],
 *   failed: object[], engines: string[]}} data rows of the data files, and the engines to show
 * @param {{title: string, subtitle?: string, note?: string, scale?: "log" | "linear"}} options
 */
export function throughputChart(data, options) {
  const shown = (row) => data.engines.includes(row.engine);
  const pair = (row) => data.engines.includes(row.numerator) &&
    data.engines.includes(row.denominator);
  const own = {summary: data.summary.filter(shown), runs: data.runs.filter(shown),
    failed: data.failed.filter(shown)};
  const measured = own.summary.filter((row) => row.measure === "tps");
  const bandwidths = measured.map((row) => row.bandwidth_mib_s)
    .concat(own.failed.map((row) => row.read_bandwidth_mib_s));
  const pairs = rowsOfPairs(data.ratio.filter(pair));
  const engines = [...new Set([...measured, ...own.failed].map((row) => row.engine))];
  const left = "Ratios are drawn for the newest versions chosen.";
  return frame({
    ...options, note: engines.length > pairs.length + 1
      ? [options.note, left].filter(Boolean).join(" ") : options.note, failed: own.failed, empty: measured.length + own.failed.length === 0,
    rows: measured, data: "oltp_summary.json",
    columns: [
      {key: "engine", label: "Engine", text: true, format: engineName},
      {key: "bandwidth_mib_s", label: "MiB/s"},
      {key: "median", label: "Transactions/s"}, {key: "low", label: "Low"},
      {key: "high", label: "High"}, {key: "repeats", label: "Seeds"},
    ],
    draw: (width) => {
      const right = roomForNames(engines.map(width < 520 ? engineShortNames(engines) : engineName));
      return html`<div>
        ${dialPlot(own, {measure: "tps", label: "Transactions a second", width, right,
          scale: options.scale ?? "log", height: width < 520 ? 250 : 268,
          axis: pairs.length === 0})}
        ${pairs.map((rows) => ratioPlot(rows, data.crossover.filter((row) =>
          row.numerator === rows[0].numerator && row.denominator === rows[0].denominator),
        {width, bandwidths, right, height: 190, perGips: atOneGips(measured)}))}</div>`;
    },
  });
}

/** @param {object[]} ratio @param {object[]} crossover @returns {string} for the caption */
export function crossoverWords(ratio, crossover) {
  const found = crossover.filter((row) => row.crossover_mib_s !== null);
  if (found.length) {
    return found.map((row) => `level at ${number(row.crossover_mib_s)} MiB/s`).join(", ");
  }
  const medians = ratio.map((row) => row.median).filter((value) => value !== null);
  return medians.length ? `ratio ${times(Math.min(...medians))} to ${times(Math.max(...medians))}`
    : "no ratio yet";
}
