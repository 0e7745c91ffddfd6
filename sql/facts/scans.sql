-- A scan from cold caches: requests at the device, their mean size, and the size at the system call, by family of engines and
-- read-ahead. Of each family its newest version.
WITH newest AS (
    SELECT split_part(engine, '-', 1) AS family, *
    FROM data_readahead_means
    WHERE phase = 'scan'
    QUALIFY engine = max(engine) OVER (PARTITION BY family)
)

SELECT
    format('{}_{}', family, read_ahead_kb) AS name, median(device_reads)::BIGINT AS reads,
    median(device_read_bytes_mean) AS read_bytes, median(syscall_read_bytes_mean) AS call_bytes
FROM newest
GROUP BY name
ORDER BY name;
