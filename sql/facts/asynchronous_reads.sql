-- How many times as fast PostgreSQL's newest version scans a table with asynchronous reads as with synchronous ones, by read-ahead, on
-- the device whose reads take longest.
WITH runs AS (
    SELECT read_ahead_kb, read_latency_us, settings, median(scanned_mib_s) AS scanned_mib_s
    FROM scan_reads
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = 'async-reads' AND scan_index = 1
    GROUP BY ALL
),

slowest AS (
    SELECT * FROM runs QUALIFY read_latency_us = max(read_latency_us) OVER ()
)

SELECT
    format('kib_{}', read_ahead_kb) AS name, latency_ms, io_uring / synchronous AS io_uring_ratio,
    io_uring / synchronous - 1 AS io_uring_gain_share, worker / synchronous AS worker_ratio
FROM (
    SELECT
        read_ahead_kb, max(read_latency_us) / 1000 AS latency_ms,
        max(scanned_mib_s) FILTER (settings LIKE '%sync%') AS synchronous,
        max(scanned_mib_s) FILTER (settings LIKE '%io_uring%') AS io_uring,
        max(scanned_mib_s) FILTER (settings LIKE '%worker%') AS worker
    FROM slowest
    GROUP BY read_ahead_kb
)
ORDER BY name;
