-- Bytes that a row of the freight table takes, by family of engines, of its newest version.
WITH newest AS (
    SELECT split_part(engine, '-', 1) AS name, *
    FROM freight_sizes
    SEMI JOIN shown_cells USING (cell_id)
    QUALIFY engine = max(engine) OVER (PARTITION BY name)
)

SELECT name, arg_max(bytes_per_row, bytes) AS row_bytes
FROM newest
GROUP BY name
ORDER BY name;
