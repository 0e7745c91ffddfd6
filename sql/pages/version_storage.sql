-- What an UPDATE writes and what is kept of the old version, by the columns that it changes.
SELECT
    cell_id, engine, seed, columns_changed, changed_bytes, statements, hot_share,
    kept_bytes_per_update, old_tuple_bytes_mean, history_length,
    log_bytes_per_statement AS log_bytes_per_update,
    device_bytes_per_statement_with_write_back AS device_bytes_per_update,
    kept_bytes_per_changed_byte, log_bytes_per_changed_byte, device_bytes_per_changed_byte
FROM version_room
SEMI JOIN shown_cells USING (cell_id)
ORDER BY engine, changed_bytes, columns_changed, seed, cell_id;
