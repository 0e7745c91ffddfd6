-- Every run of UPDATEs or INSERTs of one kind, with what each costs: in the log, at the device until all
-- dirty pages are written, and in the size of the table and its indexes.
SELECT
    cell_id, engine, seed, phase, room, column_kind, columns_changed, changed_bytes, key_type,
    secondary_indexes, statements, hot_share, log_bytes_per_statement,
    device_bytes_per_statement_with_write_back AS device_bytes_per_statement,
    table_growth_bytes_per_statement, index_growth_bytes_per_statement
FROM update_bytes
SEMI JOIN shown_cells USING (cell_id)
WHERE experiment = $experiment AND is_wanted(phase, $phases)
ORDER BY engine, column_kind DESC, room DESC, secondary_indexes, key_type, seed, cell_id;
