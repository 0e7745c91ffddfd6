-- Pages of look-ups and of scans of ranges, by the type of the primary key.
SELECT
    cell_id, engine, seed, key_type, phase, phase_index, access, index_kind, statements,
    read_pages_per_statement, page_accesses_per_statement
FROM key_type_reads
SEMI JOIN shown_cells USING (cell_id)
WHERE experiment = 'key-types'
ORDER BY engine, key_type, phase_index, seed, cell_id;
