-- Sizes of a table and its indexes by the type of the primary key; one seed, as others hardly differ.
SELECT
    z.cell_id, z.engine, json_extract_string(factors_json, '$."options.key_type"') AS key_type,
    relation, kind, bytes, rows, bytes_per_row, depth
FROM layout_sizes AS z
JOIN cells AS c USING (cell_id)
WHERE
    z.experiment = 'key-types' AND phase = 'after' AND starts_with(relation, 'made')
    AND z.seed = (SELECT min(seed) FROM cells AS o WHERE o.repeat_group = c.repeat_group)
ORDER BY z.engine, key_type, relation, kind, z.cell_id;
