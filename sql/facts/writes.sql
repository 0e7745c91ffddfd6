-- Bytes that an UPDATE makes the device write, all dirty pages included, by family of engines, of its newest version, and relative to
-- the least of all.
WITH measured AS (
    SELECT split_part(engine, '-', 1) AS name, engine, max(median) AS write_bytes
    FROM metric_summary
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'write-amplification' AND metric = 'write_bytes_per_transaction_with_write_back'
    GROUP BY ALL
),

newest AS (
    SELECT * FROM measured QUALIFY engine = max(engine) OVER (PARTITION BY name)
)

SELECT name, write_bytes, write_bytes / min(write_bytes) OVER () AS least_ratio
FROM newest
ORDER BY name;
