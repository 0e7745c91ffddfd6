-- Pages of 4 KiB that the device moves per UPDATE while old versions are collected, by family of engines, of its newest version; of
-- PostgreSQL with autovacuum on and with it off, and how many VACUUMs finished at most.
WITH newest AS (
    SELECT split_part(engine, '-', 1) AS family, engine, repeat_group, median
    FROM repeat_statistics
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'garbage-collection' AND metric = 'pages_per_statement_with_write_back'
    QUALIFY engine = max(engine) OVER (PARTITION BY family)
),

vacuums AS (
    SELECT repeat_group, max(vacuums_finished) AS vacuums
    FROM garbage_collection_pages
    SEMI JOIN shown_cells USING (cell_id)
    GROUP BY repeat_group
)

SELECT
    CASE
        WHEN contains(repeat_group, 'autovacuum":"on') THEN family || '_on'
        WHEN contains(repeat_group, 'autovacuum":"off') THEN family || '_off'
        ELSE family
    END AS name,
    max(median) AS pages,
    max(vacuums) AS vacuums
FROM newest
LEFT JOIN vacuums USING (repeat_group)
GROUP BY name
ORDER BY name;
