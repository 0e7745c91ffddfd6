-- What the type of a primary key costs, by family of engines, of its newest version: the size of secondary indexes with random UUIDs
-- relative to sequential numbers, pages of 4 KiB written per INSERT, engine pages touched to read 100 rows in the order of the key.
WITH kept AS (
    SELECT
        z.engine, json_extract_string(c.factors_json, '$."options.key_type"') AS key_type,
        sum(bytes) AS secondary_bytes
    FROM layout_sizes AS z
    JOIN cells AS c USING (cell_id)
    SEMI JOIN shown_cells USING (cell_id)
    WHERE c.experiment = 'key-types' AND phase = 'after' AND kind = 'secondary' AND starts_with(relation, 'made')
    GROUP BY ALL
),

inserted AS (
    SELECT engine, key_type, median(device_bytes_per_statement_with_write_back) / 4096 AS pages
    FROM update_bytes
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = 'key-types'
    GROUP BY ALL
),

read AS (
    SELECT engine, key_type, median(page_accesses_per_statement) AS pages
    FROM data_key_type_reads
    WHERE phase = 'range-primary'
    GROUP BY ALL
),

joined AS (
    SELECT
        split_part(engine, '-', 1) AS name, engine, key_type, secondary_bytes, inserted.pages AS insert_pages,
        read.pages AS range_pages
    FROM kept
    JOIN inserted USING (engine, key_type)
    JOIN read USING (engine, key_type)
    QUALIFY engine = max(engine) OVER (PARTITION BY name)
)

SELECT
    name,
    max(secondary_bytes) FILTER (key_type = 'uuid4') / max(secondary_bytes) FILTER (key_type = 'sequential')
        AS uuid4_secondary_ratio,
    max(insert_pages) FILTER (key_type = 'sequential') AS sequential_insert_pages,
    max(insert_pages) FILTER (key_type = 'uuid4') AS uuid4_insert_pages,
    max(range_pages) FILTER (key_type = 'sequential') AS sequential_range_pages,
    max(range_pages) FILTER (key_type = 'uuid4') AS uuid4_range_pages,
    max(range_pages) FILTER (key_type = 'uuid4') / max(range_pages) FILTER (key_type = 'sequential') AS uuid4_range_ratio
FROM joined
GROUP BY name
ORDER BY name;
