-- TPC-C by family of engines, of its newest version: the memory of an engine, the room of its caches and the size of its data, and on the
-- slowest device the pages that a transaction moves; and the share of transactions that clients repeat, where it is largest.
WITH caches AS (
    SELECT split_part(engine, '-', 1) AS name, engine, median(value) AS cache_bytes
    FROM engine_measures
    JOIN cells USING (cell_id)
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = 'tpcc' AND measure = 'cache_bytes' AND phase = 'run'
    GROUP BY ALL
),

newest AS (
    SELECT * FROM caches QUALIFY engine = max(engine) OVER (PARTITION BY name)
),

sizes AS (
    SELECT engine, max(bytes) AS data_bytes
    FROM (SELECT engine, cell_id, phase, sum(bytes) AS bytes FROM relations JOIN cells USING (cell_id)
        SEMI JOIN shown_cells USING (cell_id) WHERE experiment = 'tpcc' GROUP BY ALL)
    GROUP BY engine
),

costs AS (
    SELECT
        engine, arg_min(median, read_bandwidth_mib_s) FILTER (metric = 'pages_per_transaction') AS pages,
        max(median) FILTER (metric = 'retries_per_transaction') AS retries_share
    FROM metric_summary
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'tpcc' AND metric IN ('pages_per_transaction', 'retries_per_transaction')
    GROUP BY engine
)

SELECT name, cache_bytes, data_bytes, cache_bytes >= data_bytes AS holds_all, pages, retries_share
FROM newest
JOIN sizes USING (engine)
LEFT JOIN costs USING (engine)
ORDER BY name;
