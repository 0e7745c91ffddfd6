-- Median and interval of every measure of query 18; without seeds a median is the one run.
SELECT
    engine, bandwidth_mib_s, bandwidth_mib_s_per_gips, metric AS measure, median, low, high,
    repeats, interval_method
FROM metric_summary
WHERE experiment = 'olap' AND workload = 'tpch/q18' AND bandwidth_mib_s IS NOT NULL
    AND lab = (SELECT lab FROM lab_speed ORDER BY lab <> 'virtual', lab LIMIT 1)
ORDER BY measure, engine, bandwidth_mib_s;
