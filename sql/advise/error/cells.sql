-- What each run of transactions asked of processor and device, and the device that it had: the servers that the model of
-- `scripts.advise` predicts from each other, in virtual time and in real time.
WITH processor AS (
    SELECT
        cell_id,
        phase,
        sum(delta) / 1e6 AS processor_s
    FROM system_counters
    WHERE counter = 'usage_usec' AND source IN ('events_engine/cpu.stat', 'events_client/cpu.stat')
    GROUP BY ALL
)

SELECT
    o.experiment,
    o.engine,
    o.phase,
    o.cell_id,
    o.tps,
    o.transactions,
    o.total_time_s,
    o.threads,
    -- In real time the published study gives engine and clients one CPU.
    coalesce(o.cpus, 1) AS cpus,
    cpu_gips,
    l.deterministic,
    c.seed,
    concat_ws(
        ' ', o.filesystem, o.engine_memory_mib, c.dataset, c.tuning_json, o.autovacuum
    ) AS settings,
    c.factors_json,
    o.read_ahead_kb,
    -- The only one of the engines that reads through the page cache.
    o.engine LIKE 'postgresql-%' AS page_cache,
    processor_s,
    d.read_bytes,
    d.write_bytes,
    d.read_commands AS read_requests,
    d.write_commands AS write_requests,
    d.flush_commands AS flushes,
    o.read_bandwidth_mib_s,
    o.write_bandwidth_mib_s,
    o.read_latency_us,
    o.write_latency_us,
    o.flush_latency_us,
    -- The kernel's block throttle limits reads and writes each by itself.
    coalesce(o.pipes, 'separate') AS pipes,
    o.iops_limit,
    o.iops_burst,
    o.iops_burst_limit,
    o.read_burst_kib,
    o.read_burst_mib_s,
    o.write_burst_kib,
    o.write_burst_mib_s
FROM oltp_throughput AS o
JOIN cells AS c USING (cell_id)
LEFT JOIN machine_speed USING (cell_id)
JOIN labs AS l ON o.lab = l.lab
JOIN device_work AS d ON o.cell_id = d.cell_id AND o.phase = d.phase
JOIN processor AS p ON o.cell_id = p.cell_id AND o.phase = p.phase
WHERE
    o.transactions > 0
    AND o.phase IN ('run', 'select', 'read-write', 'write', 'pay')
    AND coalesce(o.units, 0) = 0 AND coalesce(o.stall_us, 0) = 0 AND coalesce(o.slc_mib, 0) = 0
    AND coalesce(o.turnaround_us, 0) = 0 AND coalesce(o.flush_bandwidth_mib_s, 0) = 0
    AND coalesce(o.latency_p90_percent, 100) = 100 AND coalesce(o.latency_most_percent, 100) = 100
ORDER BY o.experiment, o.engine, o.phase, o.cell_id;
