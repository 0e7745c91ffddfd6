-- Pages that a look-up reads, by kind of key.
SELECT
    cell_id, engine, seed, key_type AS lookup, lookups, read_pages_per_lookup,
    read_commands_per_lookup
FROM lookup_pages
WHERE experiment = 'storage-layout'
ORDER BY engine, lookup, seed, cell_id;
