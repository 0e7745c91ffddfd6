-- The runs of a study of the shop: what each transaction asked of processor and device, what came of it, and how far each was used.
WITH processor AS (
    SELECT cell_id, sum(delta) / 1e6 AS processor_s
    FROM system_counters
    WHERE
        phase = 'run' AND counter = 'usage_usec'
        AND source IN ('cgroup_engine/cpu.stat', 'cgroup_client/cpu.stat')
    GROUP BY cell_id
)

SELECT
    cell_id,
    o.engine,
    o.lab,
    o.seed,
    o.read_bandwidth_mib_s AS mib_s,
    o.transactions,
    o.tps,
    o.latency_ms_avg,
    o.latency_ms_p95,
    o.qps / o.tps AS statements,
    processor_s * 1e3 / o.transactions AS processor_ms,
    d.read_bytes / 1024 / o.transactions AS read_kib,
    d.write_bytes / 1024 / o.transactions AS written_kib,
    d.flush_commands / o.transactions AS flushes,
    -- Clients read a little before and after what their own clock counts.
    least(1, d.read_bytes / 1048576 / o.total_time_s / o.read_bandwidth_mib_s) AS reads,
    least(1, d.write_bytes / 1048576 / o.total_time_s / o.write_bandwidth_mib_s) AS writes,
    processor_s / d.duration_s AS processor,
    q.cell_id IS NOT NULL AS is_disturbed
FROM oltp_throughput AS o
JOIN device_work AS d USING (cell_id, phase)
JOIN processor USING (cell_id)
LEFT JOIN disturbed_cells AS q USING (cell_id)
WHERE phase = 'run'
ORDER BY mib_s, o.seed;
