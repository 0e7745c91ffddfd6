-- How late the device completed commands, by its own histogram: all cells of the calibration.
SELECT
    phase, bandwidth_mib_s, bucket_min_ns, bucket_max_ns, commands, commands_share, cell_id
FROM device_lateness
SEMI JOIN shown_cells USING (cell_id)
WHERE experiment = 'calibration'
ORDER BY phase_index, bandwidth_mib_s, bucket_min_ns, cell_id;
