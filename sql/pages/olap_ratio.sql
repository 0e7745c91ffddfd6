-- How many times as fast the numerator answers query 18: the other's time over its own.
SELECT
    denominator_engine AS numerator, numerator_engine AS denominator, bandwidth_mib_s,
    ratio AS median, low, high,
    repeats
FROM engine_ratio
WHERE experiment = 'olap' AND workload = 'tpch/q18' AND metric = 'query_s'
    AND lab = (SELECT lab FROM lab_speed ORDER BY lab <> 'virtual', lab LIMIT 1)
ORDER BY numerator, denominator, bandwidth_mib_s;
