-- Sizes of all tables and indexes, of one cell for each engine and setting: they hardly depend on the seed.
SELECT
    z.cell_id, z.engine, z.engine_memory_mib, z.phase, relation, kind, bytes, rows, bytes_per_row, depth,
    factors_json::JSON AS factors
FROM layout_sizes AS z
JOIN (
    SELECT min(cell_id) AS cell_id
    FROM cell_settings
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = $experiment
    GROUP BY engine, curve_group
) USING (cell_id)
JOIN cells USING (cell_id)
ORDER BY z.engine, in_natural_order(z.curve_group), z.phase, relation, kind;
