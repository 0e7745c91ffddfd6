-- What a transaction of OLTP reads from the slowest device, by family of engines and read-ahead: in bytes, and in requests of one
-- page and larger ones. Of each family its newest version.
WITH newest AS (
    SELECT split_part(engine, '-', 1) AS family, *
    FROM data_read_request_sizes
    QUALIFY
        engine = max(engine) OVER (PARTITION BY family)
        AND read_bandwidth_mib_s = min(read_bandwidth_mib_s) OVER ()
)

SELECT
    format('{}_{}', family, read_ahead_kb) AS name,
    median(read_bytes_per_transaction) AS read_bytes,
    median(page_reads_per_transaction) AS page_reads,
    median(larger_reads_per_transaction) AS larger_reads,
    median(larger_read_bytes_mean) AS larger_read_bytes,
    max(read_bandwidth_mib_s) AS read_bandwidth_mib_s
FROM newest
GROUP BY name, read_ahead_kb, family
ORDER BY family, read_ahead_kb;
