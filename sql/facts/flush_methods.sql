-- What O_DIRECT_NO_FSYNC changes against O_DIRECT with the slowest flush, by family of engines, of its newest version: of durable commits
-- flushes per write and UPDATEs per second, and of asynchronous ones, which leave the log's flushes out, the share of flushes per write.
WITH measured AS (
    SELECT
        split_part(engine, '-', 1) AS name, engine, commits, flush_latency_us, method, median(flushes_per_write) AS flushes,
        median(tps) AS tps
    FROM data_flush_methods
    GROUP BY ALL
),

newest AS (
    SELECT * FROM measured
    QUALIFY flush_latency_us = max(flush_latency_us) OVER () AND engine = max(engine) OVER (PARTITION BY name)
)

SELECT
    name, max(flush_latency_us) / 1000 AS flush_ms,
    max(flushes) FILTER (commits = 'durable' AND method = 'O_DIRECT') AS flushes,
    max(flushes) FILTER (commits = 'durable' AND method = 'O_DIRECT_NO_FSYNC') AS flushes_without,
    max(tps) FILTER (commits = 'durable' AND method = 'O_DIRECT_NO_FSYNC')
    / max(tps) FILTER (commits = 'durable' AND method = 'O_DIRECT') AS tps_ratio,
    max(flushes) FILTER (commits = 'asynchronous' AND method = 'O_DIRECT_NO_FSYNC')
    / max(flushes) FILTER (commits = 'asynchronous' AND method = 'O_DIRECT') AS asynchronous_share
FROM newest
GROUP BY name
ORDER BY name;
