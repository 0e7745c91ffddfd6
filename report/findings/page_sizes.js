/** Points of the charts over the size of InnoDB's pages. */

/**
 * @param {object[]} rows of page_sizes.json @param {string} experiment @param {string} metric
 * @returns {object[]} ratios to the default size, as points of a chart over the size
 */
export function pageSizePoints(rows, experiment, metric) {
  return rows.filter((row) => row.experiment === experiment && row.metric === metric)
    .map((row) => ({...row, series: String(row.read_bandwidth_mib_s), x: row.page_kib, value: row.ratio}));
}
