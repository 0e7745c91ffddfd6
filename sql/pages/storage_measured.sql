-- Runs on whole devices, with a limit of requests per second or without (null): what the home page shows of a reader's
-- device where the very one was measured, and what its model is tested by. At the read-ahead of the curves that the
-- model is made of.
SELECT
    'oltp' AS experiment,
    engine,
    read_bandwidth_mib_s AS mib_s,
    nullif(iops_limit, 0) AS iops,
    read_bandwidth_mib_s / bandwidth_mib_s_per_gips AS gips,
    max(median) FILTER (metric = 'tps') AS tps,
    max(low) FILTER (metric = 'tps') AS tps_low,
    max(high) FILTER (metric = 'tps') AS tps_high,
    max(median) FILTER (metric = 'read_commands_per_transaction')
    + max(median) FILTER (metric = 'write_commands_per_transaction') AS requests_per_transaction,
    max(median) FILTER (metric = 'busy_share') AS busy_share
FROM metric_summary
SEMI JOIN shown_labs USING (experiment, lab)
WHERE
    experiment = 'volumes' AND phase = 'run' AND bandwidth_mib_s_per_gips IS NOT NULL
    AND read_ahead_kb IN (SELECT read_ahead_kb FROM cell_settings WHERE experiment = 'oltp')
GROUP BY ALL
ORDER BY ALL;
