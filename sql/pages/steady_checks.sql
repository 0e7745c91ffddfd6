-- What the checks of each run at steady state found.
SELECT
    experiment, engine, read_bandwidth_mib_s, read_ahead_kb, seed, steady_checks.transactions, measured_s, tps, rate_ratio, window_deviation,
    bytes_ratio, dirty_share, log_cycles, mser_share, left_share, uncollected_share, failed_checks, is_steady,
    lead_in.transactions AS lead_in_transactions, cell_id
FROM steady_checks
JOIN (SELECT cell_id, phase, tps FROM oltp_throughput) USING (cell_id, phase)
LEFT JOIN (SELECT cell_id, transactions FROM sysbench_totals WHERE phase = 'lead-in') AS lead_in USING (cell_id)
SEMI JOIN shown_labs USING (experiment, lab)
SEMI JOIN (SELECT DISTINCT experiment FROM steady_ratios) USING (experiment)
WHERE phase = 'run'
ORDER BY ALL;
