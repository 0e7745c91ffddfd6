-- Where the lead changes hands, with its interval; null where it doesn't. As ratio.sql of which is above.
SELECT
    if(better = 'more', numerator_engine, denominator_engine) AS numerator,
    if(better = 'more', denominator_engine, numerator_engine) AS denominator,
    outcome, sign_changes, trend, crossover_mib_s, crossover_mib_s_low AS low_mib_s,
    crossover_mib_s_high AS high_mib_s, resamples_crossing_share
FROM crossovers
JOIN judged_measures USING (metric)
SEMI JOIN first_curves USING (experiment, lab, curve_group)
WHERE experiment = $experiment AND is_wanted(phase, $phases) AND metric = $measure
ORDER BY numerator, denominator;
