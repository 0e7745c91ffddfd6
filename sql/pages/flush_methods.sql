-- What innodb_flush_method changes: throughput, flushes and writes of each run of flush-methods.
SELECT
    f.cell_id, f.engine, f.flush_latency_us, f.method, f.flushes, f.writes, f.flushes_per_write,
    m.tps, m.flushes_per_transaction
FROM innodb_flushes AS f
JOIN (
    SELECT
        cell_id,
        phase,
        max(value) FILTER (metric = 'tps') AS tps,
        max(value) FILTER (metric = 'flushes_per_transaction') AS flushes_per_transaction
    FROM run_measures
    GROUP BY ALL
) AS m USING (cell_id, phase)
SEMI JOIN shown_cells USING (cell_id)
ORDER BY f.engine, f.flush_latency_us, f.method, f.cell_id;
