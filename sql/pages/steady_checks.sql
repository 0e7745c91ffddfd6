-- What the checks of each run at steady state found, and what a transaction wrote to the log: a page that is full is
-- split before a row goes in, which is logged with half of its rows.
WITH splits AS (
    SELECT cell_id, phase, any_value(delta) AS pages_split
    FROM engine_counters
    WHERE (source, counter) = ('global_status', 'Innodb_buffer_pool_pages_split')
    GROUP BY ALL
)

SELECT
    experiment, engine, read_bandwidth_mib_s, read_ahead_kb, seed, steady_checks.transactions, measured_s, tps, rate_ratio, window_deviation,
    bytes_ratio, dirty_share, steady_checks.log_cycles, mser_share, left_share, uncollected_share, failed_checks, is_steady,
    written_bytes / steady_checks.transactions AS log_bytes_per_transaction,
    pages_split / steady_checks.transactions AS page_splits_per_transaction,
    lead_in.transactions AS lead_in_transactions, cell_id
FROM steady_checks
JOIN (SELECT cell_id, phase, tps FROM oltp_throughput) USING (cell_id, phase)
LEFT JOIN log_cycles USING (cell_id, phase)
LEFT JOIN splits USING (cell_id, phase)
LEFT JOIN (SELECT cell_id, transactions FROM sysbench_totals WHERE phase = 'lead-in') AS lead_in USING (cell_id)
SEMI JOIN shown_labs USING (experiment, lab)
SEMI JOIN (SELECT DISTINCT experiment FROM steady_ratios) USING (experiment)
WHERE phase = 'run'
ORDER BY ALL;
