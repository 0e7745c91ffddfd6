-- Where an engine's throughput is near its best, and up to where it keeps the device busy.
SELECT engine, tps_max, saturation_mib_s, bandwidth_mib_s_max, fully_used_mib_s
FROM oltp_saturation AS s
JOIN first_curves USING (lab, curve_group)
WHERE experiment = $experiment AND is_wanted(phase, $phases)
ORDER BY engine, phase;
