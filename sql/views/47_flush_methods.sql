-- How InnoDB flushes its files, by its own counters.

CREATE VIEW innodb_flushes AS
WITH counted AS (
    SELECT
        cell_id,
        phase,
        sum(delta) FILTER (lower(counter) = 'innodb_data_fsyncs') AS flushes,
        sum(delta) FILTER (lower(counter) = 'innodb_data_writes') AS writes,
        sum(delta) FILTER (lower(counter) = 'innodb_os_log_fsyncs') AS log_flushes,
        sum(delta) FILTER (lower(counter) = 'innodb_log_writes') AS log_writes
    FROM engine_counters
    WHERE source = 'global_status'
    GROUP BY ALL
)

SELECT
    s.*,
    phase,
    factors_json ->> '$.method' AS method,
    coalesce(factors_json ->> '$.commits', 'durable') AS commits,
    flushes,
    writes,
    log_flushes,
    flushes / nullif(writes, 0) AS flushes_per_write,
    (flushes - log_flushes) / nullif(writes - log_writes, 0) AS data_flushes_per_write
FROM cell_settings AS s
JOIN cells USING (cell_id)
JOIN counted USING (cell_id)
WHERE s.experiment = 'flush-methods'
ORDER BY cell_id, phase;
COMMENT ON VIEW innodb_flushes IS
    'Flushes and writes of files that InnoDB counts, by innodb_flush_method and by whether commits flush the log, those of the redo log included; without them in data_flushes_per_write, which is null for MariaDB: it does not count the log''s.';
