-- Bytes that an UPDATE makes the device write, all dirty pages included, by family of engines, of its newest version, and relative to
-- the least of all; the share that is written while the UPDATEs run, bytes in table files and in the log, and UPDATEs per flush.
WITH measured AS (
    SELECT
        split_part(engine, '-', 1) AS name, engine,
        median(value) FILTER (metric = 'write_bytes_per_transaction_with_write_back') AS write_bytes,
        median(value) FILTER (metric = 'write_bytes_per_transaction') AS run_bytes,
        median(value) FILTER (metric = 'data_write_bytes_per_transaction') AS table_bytes,
        median(value) FILTER (metric = 'log_bytes_per_transaction') AS log_bytes,
        1 / median(value) FILTER (metric = 'flushes_per_transaction') AS updates_per_flush
    FROM run_measures
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = 'write-amplification'
    GROUP BY ALL
),

newest AS (
    SELECT * FROM measured QUALIFY engine = max(engine) OVER (PARTITION BY name)
)

SELECT
    name, write_bytes, write_bytes / min(write_bytes) OVER () AS least_ratio, run_bytes / write_bytes AS run_share,
    table_bytes, table_bytes / min(table_bytes) OVER () AS least_table_ratio,
    log_bytes, updates_per_flush
FROM newest
ORDER BY name;
