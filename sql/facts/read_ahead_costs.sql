-- The most bytes that a transaction of OLTP reads with any read-ahead over those without it, on the slowest device, by family of
-- engines. Of each family its newest version.
WITH newest AS (
    SELECT split_part(engine, '-', 1) AS family, *
    FROM data_read_request_sizes
    QUALIFY
        engine = max(engine) OVER (PARTITION BY family)
        AND read_bandwidth_mib_s = min(read_bandwidth_mib_s) OVER ()
),

medians AS (
    SELECT family, read_ahead_kb, median(read_bytes_per_transaction) AS read_bytes
    FROM newest
    GROUP BY ALL
)

SELECT family AS name, max(read_bytes) / max(read_bytes) FILTER (read_ahead_kb = 0) AS most_ratio
FROM medians
GROUP BY family
ORDER BY name;
