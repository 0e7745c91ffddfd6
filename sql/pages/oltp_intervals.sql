-- Every second of every run over the dial, the discarded warm-up included.
SELECT
    cell_id, engine, bandwidth_mib_s, seed, phase, time_s, tps, latency_ms_p95,
    is_discarded AS warm_up
FROM oltp_intervals
WHERE experiment = 'oltp' AND bandwidth_mib_s IS NOT NULL
    AND lab = (SELECT lab FROM lab_speed ORDER BY lab <> 'virtual', lab LIMIT 1)
    AND curve_group = (SELECT curve_group FROM first_curves WHERE experiment = 'oltp')
ORDER BY bandwidth_mib_s, engine, seed, phase, time_s;
