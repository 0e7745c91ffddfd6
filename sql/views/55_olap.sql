-- TPC-H: the time of each query, what it asked of the device, and by which joins it was answered.

CREATE VIEW olap_queries AS
WITH engine_cpu AS (
    SELECT cell_id, phase, max(delta) / 1e6 AS engine_cpu_s
    FROM system_counters
    WHERE source = 'cgroup_engine/cpu.stat' AND counter = 'usage_usec'
    GROUP BY ALL
)

SELECT
    s.*,
    phase,
    phase_index,
    split_part(p.workload, '/', 2) AS query,
    c.dataset_scale_factor AS scale_factor,
    (t.end_ns - t.begin_ns) / 1e9 AS query_s,
    timed_out,
    t.rows AS answer_rows,
    read_bytes / 4096.0 AS read_pages,
    write_bytes / 4096.0 AS write_pages,
    read_bytes / 4096.0 / w.duration_s AS read_pages_per_s,
    read_bytes / nullif(read_commands, 0) AS read_bytes_mean,
    busy_share_of(busy_ns, w.duration_s) AS busy_share,
    engine_cpu_s
FROM cell_settings AS s
JOIN cells AS c USING (cell_id)
JOIN phases AS p USING (cell_id)
JOIN statements AS t USING (cell_id, phase)
JOIN device_work AS w USING (cell_id, phase, phase_index)
LEFT JOIN engine_cpu USING (cell_id, phase)
WHERE
    p.workload LIKE 'tpch/%'
    AND coalesce(json_extract_string(options_json, '$.explain'), 'off') <> 'on'
ORDER BY cell_id, phase_index;
COMMENT ON VIEW olap_queries IS
    'Each timed TPC-H query, its answer checked; pages are of 4 KiB at the device. The time of one that had timed_out is that after which it was given up.';

CREATE VIEW join_methods AS
SELECT
    s.*,
    phase,
    query,
    join_method,
    count(*) AS joins,
    sum(rows) AS rows,
    sum(loops)::BIGINT AS loops
FROM cell_settings AS s
JOIN plan_nodes USING (cell_id)
WHERE join_method IS NOT NULL
GROUP BY ALL
ORDER BY cell_id, phase, join_method;
COMMENT ON VIEW join_methods IS
    'How many joins of a query''s plan use each method, and the rows that come out of them.';
