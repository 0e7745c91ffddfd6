-- The run over time, a row for each phase that was followed: transactions per second, and MiB/s at the
-- device. Lists of equal steps, some 60 at most in a cell; what is left of less than half a step at the end
-- belongs to the last.
WITH followed AS (
    SELECT cell_id, phase FROM device_samples
    UNION
    SELECT cell_id, phase FROM sysbench_intervals
),

timed AS (
    SELECT
        cell_id, phase, phase_index, begin_ns, end_ns,
        sum((end_ns - begin_ns) / 1e9) OVER (PARTITION BY cell_id) AS cell_s,
        min(begin_ns) OVER (PARTITION BY cell_id) AS first_ns
    FROM phases
    SEMI JOIN followed USING (cell_id, phase)
),

steps AS (
    SELECT
        *,
        -- sysbench reports each second, and the device is sampled twice in one.
        greatest(1, ceil(cell_s / 60)) AS transactions_step_s,
        greatest(0.5, ceil(cell_s / 30) / 2) AS device_step_s,
        (end_ns - begin_ns) / 1e9 AS duration_s
    FROM timed
),

-- A phase that is too short for such a report has its mean.
committed AS (
    SELECT cell_id, phase, time_s - 0.5 AS middle_s, tps, 1.0 AS reported_s
    FROM sysbench_intervals
    UNION ALL
    SELECT cell_id, phase, 0.0, tps, total_time_s
    FROM sysbench_totals
    ANTI JOIN sysbench_intervals USING (cell_id, phase)
),

transactions_by_step AS (
    SELECT
        cell_id, phase,
        least(floor(middle_s / transactions_step_s), greatest(1, round(duration_s / transactions_step_s)) - 1)::BIGINT
            AS step,
        sum(tps * reported_s) / sum(reported_s) AS value
    FROM steps
    JOIN committed USING (cell_id, phase)
    GROUP BY ALL
),

slices AS (
    SELECT
        cell_id, phase, counter, time_ns,
        lag(time_ns) OVER samples AS begun_ns,
        value - lag(value) OVER samples AS bytes
    FROM device_samples
    WHERE counter IN ('read_bytes', 'write_bytes')
    WINDOW samples AS (PARTITION BY cell_id, phase, counter ORDER BY time_ns)
),

device_by_step AS (
    SELECT
        cell_id, phase, counter,
        least(
            greatest(0, floor(((time_ns + begun_ns) / 2 - begin_ns) / 1e9 / device_step_s)),
            greatest(1, round(duration_s / device_step_s)) - 1
        )::BIGINT AS step,
        sum(bytes) / 1048576.0 / (sum(time_ns - begun_ns) / 1e9) AS value
    FROM steps
    JOIN slices USING (cell_id, phase)
    WHERE time_ns > begun_ns
    GROUP BY ALL
),

values_by_step AS (
    SELECT cell_id, phase, 'tps' AS series, step, value FROM transactions_by_step
    UNION ALL
    SELECT cell_id, phase, counter, step, value FROM device_by_step
),

last_steps AS (
    SELECT cell_id, phase, series, max(step) AS last_step
    FROM values_by_step
    GROUP BY ALL
),

places AS (
    SELECT cell_id, phase, series, unnest(range(last_step + 1)) AS step
    FROM last_steps
),

-- A step in which nothing was said has null. Four figures are more than a drawing shows.
lists AS (
    SELECT
        cell_id, phase, series,
        list(if(value > 0, round(value, 3 - floor(log10(value))::INTEGER), value) ORDER BY step) AS points
    FROM places
    LEFT JOIN values_by_step USING (cell_id, phase, series, step)
    GROUP BY ALL
)

SELECT
    cell_id,
    phase,
    round((begin_ns - first_ns) / 1e9, 3) AS begin_s,
    round((end_ns - first_ns) / 1e9, 3) AS end_s,
    transactions_step_s,
    any_value(points) FILTER (series = 'tps') AS tps,
    device_step_s,
    any_value(points) FILTER (series = 'read_bytes') AS read_mib_s,
    any_value(points) FILTER (series = 'write_bytes') AS write_mib_s
FROM steps
JOIN lists USING (cell_id, phase)
GROUP BY ALL
ORDER BY cell_id, any_value(phase_index);
