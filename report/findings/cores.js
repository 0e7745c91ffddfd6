/** Parallel scans beside those without workers. */

/**
 * A scan's time over that of the same scan without workers, in the same release.
 * @param {object[]} rows of parallel-query_scans.json @param {string} baseline a setting
 * @returns {{engine: string, series: string, x: number, value: number, cell_id: string}[]}
 */
export function scanGains(rows, baseline = "no-workers") {
  return rows.filter((row) => row.settings !== baseline).flatMap((row) => {
    const one = rows.find((other) => other.engine === row.engine && other.settings === baseline &&
      other.bandwidth_mib_s === row.bandwidth_mib_s);
    return one ? [{engine: row.engine, series: row.settings, x: row.bandwidth_mib_s,
      value: one.duration_s / row.duration_s, cell_id: row.cell_id}] : [];
  });
}
