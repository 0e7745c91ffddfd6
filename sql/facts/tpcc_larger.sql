-- What a transaction of TPC-C costs with more data than memory on the slowest device, by family of engines, of its newest version: 4 KiB pages
-- read and written, flushes, the room of its caches and the size of its data, and which share of the pages that InnoDB writes it writes to make room; with the
-- kernel's default read-ahead.
WITH runs AS (
    SELECT
        engine, metric, median, repeat_group,
        split_part(engine, '-', 1) AS name
    FROM metric_summary
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'tpcc-truth' AND phase = 'run' AND read_ahead_kb = 128
    QUALIFY read_bandwidth_mib_s = min(read_bandwidth_mib_s) OVER () AND engine = max(engine) OVER (PARTITION BY name)
),

costs AS (
    SELECT
        name, engine,
        max(median) FILTER (metric = 'pages_per_transaction') AS pages,
        max(median) FILTER (metric = 'read_pages_per_transaction') AS read_pages,
        max(median) FILTER (metric = 'write_pages_per_transaction') AS write_pages,
        max(median) FILTER (metric = 'flushes_per_transaction') AS flushes
    FROM runs
    GROUP BY ALL
),

caches AS (
    SELECT
        engine,
        median(value) FILTER (measure = 'cache_bytes') AS cache_bytes,
        median(value) FILTER (measure = 'page_writes_for_room') / median(value) FILTER (measure = 'page_writes') AS room_share
    FROM engine_measures
    JOIN cell_settings USING (cell_id)
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = 'tpcc-truth' AND phase = 'run' AND read_ahead_kb = 128
        AND read_bandwidth_mib_s = (SELECT min(read_bandwidth_mib_s) FROM cell_settings WHERE experiment = 'tpcc-truth')
    GROUP BY engine
),

sizes AS (
    SELECT engine, max(bytes) AS data_bytes
    FROM (
        SELECT engine, cell_id, phase, sum(bytes) AS bytes
        FROM relations
        JOIN cells USING (cell_id)
        SEMI JOIN shown_cells USING (cell_id)
        WHERE experiment = 'tpcc-truth'
        GROUP BY ALL
    )
    GROUP BY engine
)

SELECT name, pages, read_pages, write_pages, flushes, cache_bytes, data_bytes, cache_bytes / data_bytes AS cached_share,
    room_share
FROM costs
LEFT JOIN caches USING (engine)
LEFT JOIN sizes USING (engine)
ORDER BY name;
