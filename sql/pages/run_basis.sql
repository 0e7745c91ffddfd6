-- What stands behind a point of the charts over the dial: a run, for how long it was measured, how many
-- transactions it made, whether that is long enough to tell a steady state (MSER-5), and how many
-- checkpoints of the engine fell into it; null where it counts none, as those of InnoDB never end.
WITH checkpoints AS (
    SELECT cell_id, phase, value::BIGINT AS checkpoints
    FROM engine_measures
    WHERE measure = 'checkpoints'
)

SELECT
    t.experiment, t.cell_id, engine, bandwidth_mib_s, seed, measured_s, transactions,
    coalesce(mser_is_reliable, false) AS is_steady, read_ahead_kb, checkpoints
FROM oltp_throughput AS t
LEFT JOIN checkpoints USING (cell_id, phase)
WHERE t.experiment IN ('oltp', 'tpcc') AND bandwidth_mib_s IS NOT NULL
    AND lab = (SELECT lab FROM lab_speed ORDER BY lab <> 'virtual', lab LIMIT 1)
    AND curve_group = (SELECT curve_group FROM first_curves AS c WHERE c.experiment = t.experiment)
ORDER BY t.experiment, engine, bandwidth_mib_s, seed, t.cell_id;
