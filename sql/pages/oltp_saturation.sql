-- Where an engine is near its best, and up to where it keeps the device busy.
SELECT engine, tps_max, saturation_mib_s, bandwidth_mib_s_max, fully_used_mib_s
FROM oltp_saturation
WHERE curve_group = (SELECT curve_group FROM first_curves WHERE experiment = 'oltp')
ORDER BY engine, phase;
