-- How throughput swings from checkpoint to checkpoint.

CREATE VIEW checkpoint_swings AS
WITH smoothed AS (
    -- Five seconds each, so that a checkpoint shows and a single slow commit doesn't.
    SELECT
        cell_id,
        phase,
        time_s,
        avg(tps) OVER (PARTITION BY cell_id, phase ORDER BY time_s ROWS BETWEEN 4 PRECEDING AND CURRENT ROW) AS tps,
        count(*) OVER (PARTITION BY cell_id, phase ORDER BY time_s ROWS BETWEEN 4 PRECEDING AND CURRENT ROW) AS seconds
    FROM sysbench_intervals
),

swings AS (
    SELECT cell_id, phase, min(tps) AS tps_least, max(tps) AS tps_most
    FROM smoothed
    WHERE seconds = 5
    GROUP BY ALL
),

finished AS (
    SELECT cell_id, phase, sum(value) AS checkpoints
    FROM engine_measures
    WHERE measure = 'checkpoints'
    GROUP BY ALL
)

SELECT
    s.*,
    phase,
    factors_json ->> '$.copies' AS copies,
    checkpoints,
    tps_least,
    tps_most,
    tps_most / tps_least AS swing
FROM cell_settings AS s
JOIN cells USING (cell_id)
JOIN swings USING (cell_id)
JOIN finished USING (cell_id, phase)
WHERE s.experiment = 'checkpoints' AND phase = 'run' AND tps_least > 0
ORDER BY cell_id;
COMMENT ON VIEW checkpoint_swings IS
    'How far throughput swings in a run over several checkpoints: the fastest five seconds over the slowest.';
