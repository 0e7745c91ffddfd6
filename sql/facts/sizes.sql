-- What the same rows take on the device as loaded, with their indexes, by family of engines, of its newest version.
WITH tables AS (
    SELECT engine_family AS name, engine, cell_id, sum(bytes) AS bytes
    FROM relations
    JOIN cell_settings USING (cell_id)
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = 'storage-layout' AND phase = 'before'
    GROUP BY ALL
),

newest AS (
    SELECT name, median(bytes) AS bytes
    FROM tables
    WHERE (name, engine) IN (SELECT (name, max(engine)) FROM tables GROUP BY name)
    GROUP BY name
)

SELECT name, bytes, bytes / min(bytes) OVER () AS least_ratio
FROM newest
ORDER BY name;
