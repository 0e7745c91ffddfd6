-- What an INSERT writes, by the type of the primary key.
SELECT
    cell_id, engine, seed, key_type, statements, log_bytes_per_statement,
    device_bytes_per_statement_with_write_back / 4096 AS device_pages_per_statement
FROM update_bytes
SEMI JOIN shown_cells USING (cell_id)
WHERE experiment = 'key-types'
ORDER BY engine, key_type, seed, cell_id;
