-- The kinds of transactions of every run over the bandwidth.
SELECT
    cell_id, engine, read_bandwidth_mib_s, seed, "transaction" AS kind, transactions, share, rolled_back,
    retries, committed_per_minute, latency_ms_p50, latency_ms_p95, latency_ms_p99
FROM transaction_kinds
SEMI JOIN first_curves USING (experiment, lab, curve_group)
WHERE experiment = $experiment AND is_wanted(phase, $phases)
ORDER BY engine, read_bandwidth_mib_s, kind, seed, cell_id;
