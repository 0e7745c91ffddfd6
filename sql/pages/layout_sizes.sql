-- Sizes of all tables and indexes before any phase; they don't depend on the seed.
SELECT
    cell_id, engine, 'as loaded' AS what, relation, kind, bytes, rows, bytes_per_row, depth
FROM layout_sizes
WHERE experiment = 'storage-layout' AND phase = 'before'
    AND cell_id IN (
        SELECT min(cell_id) FROM cell_settings WHERE experiment = 'storage-layout' GROUP BY engine
    )
ORDER BY engine, relation, kind;
