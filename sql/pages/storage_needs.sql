-- What a transaction asks of device and processor, by load, engine and read-ahead: medians over the runs on devices whose
-- two directions share their bandwidth, and of the processor what the run with the most transactions left to each.
-- Of machines with one CPU whose speed is known; of several limits of memory that of the load's own experiment.
WITH runs AS (
    SELECT
        *,
        if(experiment = 'tpcc', 'tpcc', 'oltp') AS load,
        read_bandwidth_mib_s / bandwidth_mib_s_per_gips AS gips
    FROM metric_summary
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE
        experiment IN ('oltp', 'oltp-read-ahead', 'oltp-map', 'tpcc') AND phase = 'run'
        AND cpus = 1 AND pipes = 'shared' AND bandwidth_mib_s_per_gips IS NOT NULL
),

memories AS (
    SELECT load, engine, min(engine_memory_mib) AS engine_memory_mib FROM runs WHERE experiment = load GROUP BY ALL
),

peaks AS (
    SELECT load, engine, 1e9 / max(median / gips) AS instructions
    FROM runs SEMI JOIN memories USING (load, engine, engine_memory_mib)
    WHERE metric = 'tps' AND median > 0
    GROUP BY ALL
)

SELECT
    load,
    engine,
    read_ahead_kb,
    max(threads) AS clients,
    max(engine_memory_mib) AS engine_memory_mib,
    4096 * median(median) FILTER (metric = 'pages_per_transaction') AS bytes,
    median(median) FILTER (metric = 'read_commands_per_transaction') AS reads,
    median(median) FILTER (metric = 'write_commands_per_transaction') AS writes,
    max(instructions) AS instructions
FROM runs
SEMI JOIN memories USING (load, engine, engine_memory_mib)
JOIN peaks USING (load, engine)
GROUP BY ALL
ORDER BY ALL;
