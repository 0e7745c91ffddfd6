-- The first scan of a table, by the engine's settings and the kernel's readahead.
SELECT
    cell_id, engine, settings, read_ahead_kb, bandwidth_mib_s, read_latency_us, duration_s,
    scanned_mib_s, bandwidth_share, device_reads, device_read_bytes_mean
FROM scan_reads
SEMI JOIN shown_cells USING (cell_id)
WHERE experiment = 'scan-settings' AND scan_index = 1
ORDER BY engine, settings, read_ahead_kb, cell_id;
