-- How late the device was against its model, and what a schedule set it to.

CREATE VIEW device_lateness AS
SELECT
    s.*,
    phase,
    phase_index,
    workload,
    bucket_min_ns,
    bucket_max_ns,
    count AS commands,
    count / sum(count) OVER (PARTITION BY s.cell_id, phase) AS commands_share
FROM cell_settings AS s
JOIN device_histograms USING (cell_id)
JOIN phases USING (cell_id, phase)
WHERE histogram = 'late'
ORDER BY cell_id, phase_index, bucket_min_ns;
COMMENT ON VIEW device_lateness IS
    'How much after its due time, which the timing model gives, the emulated device completed a command: its own histogram, four buckets an octave.';

CREATE VIEW dial_over_time AS
WITH turned AS (
    SELECT
        cell_id,
        phase,
        split_part(setting, '_', 1) AS direction,
        time_ns,
        value AS mib_s
    FROM device_steps
    WHERE setting IN ('read_bandwidth_mib_s', 'write_bandwidth_mib_s')
),

-- What the cell set holds from the beginning on, unless a step is at that very instant.
held AS (
    SELECT cell_id, phase, direction, time_ns, mib_s, begin_ns, end_ns
    FROM turned
    JOIN phases USING (cell_id, phase)
    UNION ALL
    SELECT
        cell_id,
        phase,
        direction,
        least(any_value(begin_ns), min(time_ns) - 1),
        any_value(if(direction = 'read', read_bandwidth_mib_s, write_bandwidth_mib_s)),
        any_value(begin_ns),
        any_value(end_ns)
    FROM turned
    JOIN phases USING (cell_id, phase)
    JOIN cells USING (cell_id)
    GROUP BY cell_id, phase, direction
)

SELECT
    s.*,
    phase,
    direction,
    greatest(0, time_ns - begin_ns) / 1e9 AS begin_s,
    (lead(time_ns, 1, end_ns) OVER (
        PARTITION BY s.cell_id, phase, direction ORDER BY time_ns
    ) - begin_ns) / 1e9 AS end_s,
    mib_s
FROM cell_settings AS s
JOIN held USING (cell_id)
QUALIFY end_s > begin_s
ORDER BY cell_id, phase, direction, begin_s;
COMMENT ON VIEW dial_over_time IS
    'The bandwidth that was set while a phase with a schedule ran, by direction: from begin_s to end_s, counted from the phase''s beginning.';
