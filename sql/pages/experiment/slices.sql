-- Pages per second at the device in each slice of time of every run over the bandwidth.
SELECT
    cell_id, engine, read_bandwidth_mib_s, seed, phase, time_s, read_pages_per_s, write_pages_per_s
FROM pages_over_time
SEMI JOIN first_curves USING (experiment, lab, curve_group)
WHERE experiment = $experiment AND is_wanted(phase, $phases)
ORDER BY read_bandwidth_mib_s, engine, seed, cell_id, time_s;
