-- Every second of every run over the bandwidth.
SELECT
    cell_id, engine, read_bandwidth_mib_s, seed, phase, time_s, tps, latency_ms_p95
FROM oltp_intervals
SEMI JOIN first_curves USING (experiment, lab, curve_group)
WHERE experiment = $experiment AND is_wanted(phase, $phases) AND read_bandwidth_mib_s IS NOT NULL
ORDER BY read_bandwidth_mib_s, engine, seed, phase, time_s;
