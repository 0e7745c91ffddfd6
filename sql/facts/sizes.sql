-- What the same rows take on the device as loaded, with their indexes, by family of engines, of its newest version; and how much of
-- it is the primary key's index, where that does not hold the rows.
WITH tables AS (
    SELECT engine_family AS name, engine, cell_id, sum(bytes) AS bytes, sum(bytes) FILTER (kind = 'primary') AS primary_bytes
    FROM relations
    JOIN cell_settings USING (cell_id)
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = 'storage-layout' AND phase = 'before'
    GROUP BY ALL
),

newest AS (
    SELECT name, median(bytes) AS bytes, median(primary_bytes) AS primary_bytes
    FROM tables
    WHERE (name, engine) IN (SELECT (name, max(engine)) FROM tables GROUP BY name)
    GROUP BY name
)

SELECT name, bytes, primary_bytes, bytes / min(bytes) OVER () AS least_ratio
FROM newest
ORDER BY name;
