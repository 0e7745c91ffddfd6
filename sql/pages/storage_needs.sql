-- What a transaction needs of device and processor, and the throughput per CPU speed over bandwidth per CPU speed: what the home
-- page computes a reader's storage from. Of machines whose speed is known.
WITH measured AS (
    SELECT
        experiment,
        engine,
        bandwidth_mib_s_per_gips AS mib_s_per_gips,
        max(median) FILTER (metric = 'tps') / max(read_bandwidth_mib_s / bandwidth_mib_s_per_gips) AS tps,
        max(low) FILTER (metric = 'tps') / max(read_bandwidth_mib_s / bandwidth_mib_s_per_gips) AS tps_low,
        max(high) FILTER (metric = 'tps') / max(read_bandwidth_mib_s / bandwidth_mib_s_per_gips) AS tps_high,
        4096 * max(median) FILTER (metric = 'pages_per_transaction') AS bytes_per_transaction,
        max(median) FILTER (metric = 'read_commands_per_transaction')
        + max(median) FILTER (metric = 'write_commands_per_transaction') AS requests_per_transaction,
        max(median) FILTER (metric = 'engine_instructions_per_transaction')
            AS engine_instructions_per_transaction,
        max(median) FILTER (metric = 'busy_share') AS busy_share,
        max(cpus) AS cpus,
        max(engine_memory_mib) AS engine_memory_mib
    FROM metric_summary
    SEMI JOIN first_curves USING (experiment, lab, curve_group)
    WHERE experiment IN ('oltp', 'tpcc') AND phase = 'run' AND bandwidth_mib_s_per_gips IS NOT NULL
    GROUP BY ALL
)

SELECT *
FROM measured
WHERE tps > 0
ORDER BY experiment, engine, mib_s_per_gips;
