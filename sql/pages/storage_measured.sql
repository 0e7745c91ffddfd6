-- Runs that the answer on storage is tested by, and shows of a volume that was measured: transactions per second by load,
-- engine, machine and device. Requests are not limited where `iops` is null. Of several limits of memory that of the load's
-- own experiment, whose needs the answer is of.
WITH runs AS (
    SELECT *, if(experiment = 'tpcc', 'tpcc', 'oltp') AS load
    FROM metric_summary
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE
        experiment IN ('oltp', 'oltp-read-ahead', 'oltp-map', 'volumes', 'tpcc', 'cores') AND phase = 'run'
        AND metric = 'tps' AND median > 0 AND pipes = 'shared' AND bandwidth_mib_s_per_gips IS NOT NULL
),

memories AS (
    SELECT load, engine, min(engine_memory_mib) AS engine_memory_mib FROM runs WHERE experiment = load GROUP BY ALL
)

SELECT
    load,
    experiment,
    engine,
    read_ahead_kb,
    threads AS clients,
    cpus,
    read_bandwidth_mib_s / bandwidth_mib_s_per_gips / cpus AS gips,
    read_bandwidth_mib_s AS mib_s,
    nullif(iops_limit, 0) AS iops,
    read_latency_us,
    write_latency_us + flush_latency_us AS flush_latency_us,
    median(median) AS tps,
    sum(repeats) AS runs
FROM runs
SEMI JOIN memories USING (load, engine, engine_memory_mib)
GROUP BY ALL
ORDER BY ALL;
