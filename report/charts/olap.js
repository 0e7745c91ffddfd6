/** The time of a query over the dial above, how many times as fast one engine is below. */
import {html} from "htl";
import {atOneGips, roomForNames} from "./axis.js";
import {dialPlot} from "./dial.js";
import {engineName, engineShortNames, rowsOfPairs} from "./engines.js";
import {frame} from "./frame.js";
import {ratioPlot} from "./ratio.js";

/**
 * @param {{summary: object[], runs: object[], ratio: object[], crossover: object[],
 *   failed: object[], engines: string[]}} data rows of the data files, and the engines to show
 * @param {{title: string, subtitle?: string, note?: string}} options
 */
export function queryTimeChart(data, options) {
  const shown = (row) => data.engines.includes(row.engine);
  const own = {summary: data.summary.filter(shown), runs: data.runs.filter(shown),
    failed: data.failed.filter(shown)};
  const measured = own.summary.filter((row) => row.measure === "query_s");
  const bandwidths = measured.map((row) => row.bandwidth_mib_s)
    .concat(own.failed.map((row) => row.read_bandwidth_mib_s));
  const pairs = rowsOfPairs(data.ratio.filter((row) => data.engines.includes(row.numerator) &&
    data.engines.includes(row.denominator) && row.median !== null));
  const engines = new Set([...measured, ...own.failed].map((row) => row.engine));
  return frame({
    ...options, note: [options.note, engines.size > pairs.length + 1
      ? "Ratios are drawn for the newest versions chosen." : ""].filter(Boolean).join(" "),
    failed: own.failed, empty: measured.length + own.failed.length === 0,
    rows: measured, data: "olap_summary.json",
    columns: [
      {key: "engine", label: "Engine", text: true, format: engineName},
      {key: "bandwidth_mib_s", label: "MiB/s"}, {key: "median", label: "Seconds"},
    ],
    draw: (width) => {
      const right = roomForNames([...engines].map(
        width < 520 ? engineShortNames([...engines]) : engineName));
      return html`<div>
      ${dialPlot(own, {measure: "query_s", label: "Seconds", width, right,
        height: width < 520 ? 250 : 268, axis: pairs.length === 0})}
      ${pairs.map((rows) => ratioPlot(rows, data.crossover.filter((row) =>
        row.numerator === rows[0].numerator && row.denominator === rows[0].denominator),
      {width, bandwidths, right, height: 190, subject: "Speed",
        perGips: atOneGips(measured)}))}</div>`;
    },
  });
}
