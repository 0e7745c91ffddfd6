-- How many times as good the numerator is at each setting of the experiment, with its interval: as
-- ratio.sql, but of all curves, each with its read-ahead.
WITH curves AS (
    SELECT DISTINCT curve_group, lab, read_ahead_kb
    FROM cell_settings
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = $experiment
)

SELECT
    if(better = 'more', numerator_engine, denominator_engine) AS numerator,
    if(better = 'more', denominator_engine, numerator_engine) AS denominator,
    read_bandwidth_mib_s, read_ahead_kb, ratio AS median, low, high, repeats
FROM engine_ratio
JOIN judged_measures USING (metric)
JOIN curves USING (curve_group, lab)
WHERE experiment = $experiment AND is_wanted(phase, $phases) AND metric = $measure
    AND read_bandwidth_mib_s IS NOT NULL
ORDER BY numerator, denominator, read_bandwidth_mib_s, read_ahead_kb;
