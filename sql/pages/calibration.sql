-- Bandwidth and latency: set, expected of the model, measured by fio, counted by the device.
SELECT
    c.cell_id, c.phase, direction, access, block_size_bytes, io_depth,
    set_bandwidth_mib_s AS bandwidth_mib_s,
    set_bandwidth_mib_s / gips AS bandwidth_mib_s_per_gips, expected_bandwidth_mib_s,
    fio_bandwidth_mib_s AS measured_mib_s, device_bandwidth_mib_s AS device_mib_s,
    set_latency_us, expected_latency_us, fio_latency_us_mean, fio_latency_us_p95,
    device_latency_us_mean, (end_ns - begin_ns) / 1e9 AS duration_s
FROM calibration AS c
JOIN phases USING (cell_id, phase)
LEFT JOIN machine_speed USING (cell_id)
SEMI JOIN shown_cells USING (cell_id)
WHERE experiment = 'calibration' AND set_bandwidth_mib_s IS NOT NULL
ORDER BY phase_index, direction, set_bandwidth_mib_s, c.cell_id;
