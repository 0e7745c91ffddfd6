-- What a row of the freight table takes, by engine; nothing of it is random.
SELECT
    min(cell_id) AS cell_id, engine, relation, max(bytes) AS bytes, arg_max(rows, bytes) AS rows,
    arg_max(bytes_per_row, bytes) AS bytes_per_row
FROM freight_sizes
SEMI JOIN shown_cells USING (cell_id)
WHERE filesystem = 'ext4'
GROUP BY engine, relation
ORDER BY engine, relation;
