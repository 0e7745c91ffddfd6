-- Pages a statement in each step of the version-chains procedure.
SELECT
    cell_id, engine, seed, phase, phase_index, statements, read_pages_per_statement,
    write_pages_per_statement, pages_per_statement
FROM version_chain_pages
ORDER BY engine, seed, phase_index, cell_id;
