-- TPC-C: the kinds of transactions of every run, without the warm-up.
SELECT
    cell_id, engine, bandwidth_mib_s, seed, "transaction" AS kind, transactions, share, rolled_back,
    retries, committed_per_minute, latency_ms_p50, latency_ms_p95, latency_ms_p99
FROM transaction_kinds
WHERE experiment = 'tpcc' AND phase = 'run'
    AND lab = (SELECT lab FROM lab_speed ORDER BY lab <> 'virtual', lab LIMIT 1)
    AND curve_group = (SELECT curve_group FROM first_curves WHERE experiment = 'tpcc')
ORDER BY engine, bandwidth_mib_s, kind, seed, cell_id;
