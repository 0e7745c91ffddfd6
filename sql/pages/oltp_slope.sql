-- How steeply throughput follows the dial: slope of log on log.
SELECT engine, slope, slope_low, slope_high, bandwidths, repeats
FROM oltp_slope
WHERE experiment = 'oltp' AND metric = 'tps'
    AND lab = (SELECT lab FROM lab_speed ORDER BY lab <> 'virtual', lab LIMIT 1)
    AND curve_group = (SELECT curve_group FROM first_curves WHERE experiment = 'oltp')
ORDER BY engine;
