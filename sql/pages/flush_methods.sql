-- What innodb_flush_method changes: throughput, flushes and writes of each run of flush-methods.
SELECT
    f.cell_id, f.engine, f.commits, f.flush_latency_us, f.method, f.flushes, f.writes, f.flushes_per_write,
    t.tps, p.flushes_per_transaction
FROM innodb_flushes AS f
JOIN sysbench_totals AS t USING (cell_id, phase)
JOIN (SELECT cell_id, phase, flushes_per_transaction FROM pages_per_transaction) AS p USING (cell_id, phase)
SEMI JOIN shown_cells USING (cell_id)
ORDER BY f.engine, f.commits DESC, f.flush_latency_us, f.method, f.cell_id;
