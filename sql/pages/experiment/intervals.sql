-- Median and interval over the seeds of the experiment's measures, at each of its settings: as summary.sql, but
-- of all curves, with a column for each factor.
WITH settings AS (
    SELECT repeat_group, lab, json_merge_patch(min(factors_json), '{"seed": null}') AS factors
    FROM cell_settings
    JOIN (SELECT cell_id, factors_json FROM cells) USING (cell_id)
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = $experiment
    GROUP BY ALL
)

SELECT
    r.engine, r.phase, r.read_bandwidth_mib_s, r.metric AS measure, r.median, r.low, r.high, r.repeats,
    factors
FROM repeat_statistics AS r
JOIN settings USING (repeat_group, lab)
WHERE r.experiment = $experiment AND is_wanted(r.phase, $phases) AND is_wanted(r.metric, $measures)
ORDER BY r.engine, in_natural_order(repeat_group), r.read_bandwidth_mib_s, r.phase, r.metric;
