-- How many times as good the numerator is, by bandwidth: of a measure of which less is better, the other's
-- value over its own.
SELECT
    if(better = 'more', numerator_engine, denominator_engine) AS numerator,
    if(better = 'more', denominator_engine, numerator_engine) AS denominator,
    read_bandwidth_mib_s, write_bandwidth_mib_s, ratio AS median, low, high, repeats
FROM engine_ratio
JOIN judged_measures USING (metric)
SEMI JOIN first_curves USING (experiment, lab, curve_group)
WHERE experiment = $experiment AND is_wanted(phase, $phases) AND metric = $measure
    AND read_bandwidth_mib_s IS NOT NULL
ORDER BY numerator, denominator, read_bandwidth_mib_s;
