-- Throughput of one engine over another's, by bandwidth.
SELECT
    numerator_engine AS numerator, denominator_engine AS denominator, bandwidth_mib_s,
    ratio AS median, ratio_low AS low, ratio_high AS high,
    repeats
FROM oltp_ratio
WHERE experiment = 'oltp' AND bandwidth_mib_s IS NOT NULL
    AND lab = (SELECT lab FROM lab_speed ORDER BY lab <> 'virtual', lab LIMIT 1)
    AND curve_group = (SELECT curve_group FROM first_curves WHERE experiment = 'oltp')
ORDER BY numerator, denominator, bandwidth_mib_s;
