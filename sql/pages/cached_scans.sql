-- A table scanned again and again, by how large it is beside the memory.
SELECT
    cell_id, engine, engine_memory_mib, bandwidth_mib_s, phase, scan_index, duration_s,
    relation_mib, relation_over_memory, scanned_mib_s, device_read_mib
FROM cached_scans
SEMI JOIN shown_cells USING (cell_id)
ORDER BY engine, relation_over_memory, cell_id, scan_index;
