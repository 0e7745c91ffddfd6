-- TPC-C: median and interval of every measure over the seeds.
SELECT
    engine, bandwidth_mib_s, bandwidth_mib_s_per_gips, metric AS measure, median, low, high,
    repeats, interval_method
FROM metric_summary
WHERE experiment = 'tpcc' AND bandwidth_mib_s IS NOT NULL
    AND lab = (SELECT lab FROM lab_speed ORDER BY lab <> 'virtual', lab LIMIT 1)
    AND curve_group = (SELECT curve_group FROM first_curves WHERE experiment = 'tpcc')
ORDER BY measure, engine, bandwidth_mib_s;
