-- Comparisons of sides, such as versions of an engine: scripts/analyse/rule.py judges them by their twins.

CREATE VIEW compared_cells AS
SELECT
    cell_id,
    experiment,
    status,
    factors_json ->> '$.side' AS side,
    factors_json ->> '$.twin' AS twin,
    array_to_string(
        list_transform(
            list_filter(json_keys(factors_json), LAMBDA factor: factor NOT IN ('side', 'twin', 'dataset')),
            LAMBDA factor: factors_json ->> factor
        ),
        ', '
    ) AS place,
    (job_json ->> '$.cpu_gips')::DOUBLE AS gips
FROM cells
WHERE factors_json ->> '$.side' IS NOT NULL;
COMMENT ON VIEW compared_cells IS
    'The cells of comparisons: their side, their twin, and the other factors'' values, which say where they are.';

-- What an engine counts itself is left out
-- where it began again within the phase, as it then counts from 0.
CREATE VIEW compared_measures AS
WITH
-- A client's process in the engine ends some time after the client, in one twin before the phase's last reading
-- and in another after it. So the engine's CPU time counts to the first reading of the next phase.
cpu AS (
    SELECT
        cell_id,
        phase,
        workload,
        after - before AS within_usec,
        lead(before) OVER (PARTITION BY cell_id ORDER BY phase_index) - before AS to_next_usec
    FROM system_counters
    JOIN phases USING (cell_id, phase)
    WHERE source = 'cgroup_engine/cpu.stat' AND counter = 'usage_usec'
),

-- What the readings themselves cost the engine, by a phase that asks nothing of it.
readings AS (
    SELECT cell_id, min(to_next_usec) AS usec
    FROM cpu
    WHERE workload = 'accident/environment'
    GROUP BY ALL
),

measured AS (
    SELECT cell_id, phase, counter AS measure, delta::DOUBLE AS value
    FROM device_counters
    WHERE counter IN ('read_bytes', 'read_commands', 'write_bytes', 'write_commands', 'flush_commands')
    UNION ALL
    SELECT cell_id, phase, 'instructions', coalesce(to_next_usec - usec, within_usec) * 1000 * gips
    FROM cpu
    JOIN compared_cells USING (cell_id)
    LEFT JOIN readings USING (cell_id)
    UNION ALL
    SELECT cell_id, phase, measure, sum(value)
    FROM engine_measures
    JOIN phases USING (cell_id, phase)
    WHERE
        measure IN ('log_bytes', 'page_accesses')
        AND workload NOT IN ('engine/restart', 'engine/empty_buffers') AND workload NOT LIKE 'stop/%'
    GROUP BY ALL
    UNION ALL
    SELECT cell_id, phase, 'duration_s', duration_s
    FROM device_work
    UNION ALL
    SELECT cell_id, phase, 'latency_ms_p95', latency_ms_p95
    FROM sysbench_totals
    -- Of fewer it is the longest or nearly so.
    WHERE events >= 20
)

SELECT experiment, place, phase, phase_index, measure, side, twin, cell_id, value
FROM compared_cells
JOIN measured USING (cell_id)
JOIN phases USING (cell_id, phase)
WHERE value IS NOT NULL AND status = 'done' AND twin <> 'where';
COMMENT ON VIEW compared_measures IS
    'Every measure of every phase of a comparison''s cells that are done, one a row; those of watched twins are none.';
