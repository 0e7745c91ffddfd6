-- UPDATEs of a table by the number of its indexes, the room in its pages and the kind of column.
SELECT
    cell_id, engine, seed, room, column_kind, secondary_indexes, statements, hot_share,
    log_bytes_per_statement, device_bytes_per_statement_with_write_back AS device_bytes_per_statement,
    table_growth_bytes_per_statement, index_growth_bytes_per_statement
FROM update_bytes
SEMI JOIN shown_cells USING (cell_id)
WHERE experiment = 'index-management'
ORDER BY engine, column_kind DESC, room DESC, secondary_indexes, seed, cell_id;
