-- Bandwidth that each scan reached.
SELECT
    cell_id, engine, phase, read_ahead_kb, scan_index, duration_s, device_read_mib, read_mib_s,
    bandwidth_share, scanned_mib_s, relation_mib, relation_over_memory
FROM scan_bandwidth
SEMI JOIN shown_cells USING (cell_id)
WHERE experiment = 'readahead'
ORDER BY engine, phase, read_ahead_kb, cell_id;
