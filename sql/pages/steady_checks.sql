-- What the checks of each run at steady state found.
SELECT
    experiment, engine, read_bandwidth_mib_s, read_ahead_kb, seed, transactions, measured_s, tps, rate_ratio, window_deviation,
    bytes_ratio, dirty_share, log_cycles, mser_share, left_share, uncollected_share, failed_checks, is_steady, cell_id
FROM steady_checks
JOIN (SELECT cell_id, phase, tps FROM oltp_throughput) USING (cell_id, phase)
SEMI JOIN shown_labs USING (experiment, lab)
SEMI JOIN (SELECT DISTINCT experiment FROM steady_ratios) USING (experiment)
WHERE phase = 'run'
ORDER BY ALL;
