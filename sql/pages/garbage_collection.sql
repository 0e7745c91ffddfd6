-- Pages an UPDATE, with autovacuum on and off; null for engines without it.
SELECT
    cell_id, engine, seed, autovacuum, phase, statements, read_pages_per_statement, write_pages_per_statement, pages_per_statement
FROM garbage_collection_pages
ORDER BY engine, autovacuum, seed, phase, cell_id;
