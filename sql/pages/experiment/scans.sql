-- Every scan of a table by SQL, with what the device saw of it.
SELECT
    cell_id, engine, engine_memory_mib, bandwidth_mib_s, bandwidth_mib_s_per_gips, read_latency_us, phase, read_ahead_kb, settings,
    scan_index, duration_s, device_reads, device_read_bytes_mean, device_read_mib, read_mib_s,
    bandwidth_share, scanned_mib_s, relation_mib, relation_over_memory
FROM scan_reads
SEMI JOIN shown_cells USING (cell_id)
WHERE experiment = $experiment AND is_wanted(phase, $phases)
ORDER BY engine, settings, relation_over_memory, phase, read_ahead_kb, cell_id, scan_index;
