-- What TPC-H's tables take on the device with their indexes, and which share of the engine's memory, by family of engines, of its newest
-- version.
WITH cells_of_it AS (
    SELECT z.engine, z.cell_id, z.phase, sum(bytes) AS bytes, sum(bytes) / max(z.engine_memory_mib) / 1048576 AS memory_share
    FROM layout_sizes AS z
    JOIN cells AS c USING (cell_id)
    SEMI JOIN shown_cells USING (cell_id)
    WHERE c.experiment = 'olap'
    GROUP BY ALL
),

newest AS (
    SELECT split_part(engine, '-', 1) AS name, *
    FROM cells_of_it
    QUALIFY engine = max(engine) OVER (PARTITION BY name)
)

SELECT name, max(bytes) AS bytes, max(memory_share) AS memory_share
FROM newest
GROUP BY name
ORDER BY name;
