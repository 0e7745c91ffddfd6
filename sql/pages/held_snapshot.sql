-- Page accesses of reading an updated row by an old snapshot and by a new one.
SELECT
    cell_id, engine, seed, phase, phase_index, snapshot, rows_read, updates_per_row,
    page_accesses_per_row, device_pages_per_row, duration_s, history_length, undo_file_bytes
FROM snapshot_reads
SEMI JOIN shown_cells USING (cell_id)
WHERE experiment = 'held-snapshot'
ORDER BY engine, seed, phase_index, cell_id;
