-- What engines did with the memory that they were given: how much of it their control group used after a
-- run, and how much of that holds pages of the data, by the engine's own measure.
WITH used AS (
    SELECT
        cell_id,
        phase,
        sum(after) FILTER (counter IN ('anon', 'file', 'kernel')) / 1048576.0 AS used_mib
    FROM system_counters
    WHERE source = 'cgroup_engine/memory.stat'
    GROUP BY ALL
),

caches AS (
    SELECT cell_id, phase, value / 1048576.0 AS cache_mib
    FROM engine_measures
    WHERE measure = 'cache_bytes'
),

data_sizes AS (
    SELECT cell_id, max(mib) AS data_mib
    FROM (SELECT cell_id, phase, sum(bytes) / 1048576.0 AS mib FROM relations GROUP BY ALL)
    GROUP BY cell_id
)

SELECT
    engine,
    engine_memory_mib,
    median(used_mib) AS used_mib,
    median(cache_mib) AS cache_mib,
    median(data_mib) AS data_mib
FROM oltp_throughput
JOIN used USING (cell_id, phase)
LEFT JOIN caches USING (cell_id, phase)
LEFT JOIN data_sizes USING (cell_id)
SEMI JOIN shown_cells USING (cell_id)
WHERE experiment = $experiment AND is_wanted(phase, $phases)
GROUP BY ALL
ORDER BY ALL;
