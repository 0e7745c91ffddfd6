/** What a database makes of pages of another size, over the size: as many times as with the default. */
import {orderEngines} from "./engines.js";
import {number, times} from "./format.js";
import {linesChart} from "./lines.js";
import {paragraph, unmeasured} from "./prose.js";

/**
 * @param {object[]} rows of page_sizes.json @param {string} experiment
 * @param {{title: string, finding?: string}} options
 */
export function pageSizesChart(rows, experiment, options) {
  const points = rows.filter((row) => row.experiment === experiment && row.metric === "tps")
    .map((row) => ({...row, series: String(row.read_bandwidth_mib_s), x: row.page_kib, value: row.ratio}));
  if (!points.length) return paragraph([unmeasured(experiment)]);
  const bandwidths = [...new Set(points.map((row) => row.read_bandwidth_mib_s))].sort((a, b) => a - b);
  return linesChart(points, {
    engines: orderEngines([...new Set(points.map((row) => row.engine))]), failed: [],
    series: bandwidths.map((mibS) => ({key: String(mibS), name: `${number(mibS)} MiB/s`})),
    xKey: "page_kib", xLabel: "Size of InnoDB's pages, KiB", isDescending: true, isCategory: true, xFormat: number,
    full: 1, scale: "ratio", format: times, label: "Transactions, relative to 16 KiB",
    ...options, subtitle: "100 MiB of buffer pool in each engine. Medians over seeds.", data: "page_sizes.json",
  });
}
