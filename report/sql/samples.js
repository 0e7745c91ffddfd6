/**
 * Queries to begin with: each shows a way into the tables; some are drawn.
 * @type {{name: string, sql: string, chart?: import("./axes.js").Axes}[]}
 */
export const samples = [
  {name: "Throughput at each bandwidth", sql: `SELECT engine, bandwidth_mib_s, tps_median, tps_low, tps_high, repeats
FROM oltp_summary
WHERE experiment = 'oltp'
ORDER BY bandwidth_mib_s, engine`,
  chart: {kind: "line", x: "bandwidth_mib_s", y: "tps_median", colour: "engine"}},
  {name: "Pages per transaction, by phase of every cell", sql: `SELECT experiment, engine, phase, median(pages_per_transaction) AS pages, count(*) AS runs
FROM pages_per_transaction
GROUP BY experiment, engine, phase
ORDER BY experiment, phase, engine`},
  {name: "The device's own counters", sql: `SELECT cell_id, phase, read_mib_s, write_mib_s, busy_share
FROM device_utilisation
ORDER BY busy_share DESC
LIMIT 20`},
  {name: "Where a cell's virtual time goes", sql: `SELECT step, count(*) AS cells, round(median(duration_s), 3) AS median_s
FROM cell_steps
GROUP BY step
ORDER BY median_s DESC`},
  {name: "Verdicts with their figures", sql: `SELECT claim, verdict, value, low, high, unit, reason
FROM claim_verdicts
ORDER BY claim`},
];
