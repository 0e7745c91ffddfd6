-- HammerDB's time profile by the kind of transaction.
SELECT
    cell_id, engine, bandwidth_mib_s, seed, procedure, calls, latency_ms_avg, latency_ms_p50,
    latency_ms_p95, latency_ms_p99, latency_ms_max, elapsed_percent
FROM hammerdb_latencies
SEMI JOIN shown_cells USING (cell_id)
ORDER BY engine, bandwidth_mib_s, seed, cell_id, phase, procedure;
