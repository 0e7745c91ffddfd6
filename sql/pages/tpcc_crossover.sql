-- TPC-C: where the lead changes hands, with its interval; null where it does not.
SELECT
    numerator_engine AS numerator, denominator_engine AS denominator, outcome, sign_changes, trend,
    crossover_mib_s, crossover_mib_s_low AS low_mib_s, crossover_mib_s_high AS high_mib_s,
    resamples_crossing_share
FROM oltp_crossover
WHERE experiment = 'tpcc' AND metric = 'tps'
    AND lab = (SELECT lab FROM lab_speed ORDER BY lab <> 'virtual', lab LIMIT 1)
    AND curve_group = (SELECT curve_group FROM first_curves WHERE experiment = 'tpcc')
ORDER BY numerator, denominator;
