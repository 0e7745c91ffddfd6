-- How InnoDB flushes its files, by its own counters.

CREATE VIEW innodb_flushes AS
WITH counted AS (
    SELECT
        cell_id,
        phase,
        sum(delta) FILTER (lower(counter) = 'innodb_data_fsyncs') AS flushes,
        sum(delta) FILTER (lower(counter) = 'innodb_data_writes') AS writes
    FROM engine_counters
    WHERE source = 'global_status' AND lower(counter) IN ('innodb_data_fsyncs', 'innodb_data_writes')
    GROUP BY ALL
)

SELECT
    s.*,
    phase,
    factors_json->>'$.method' AS method,
    flushes,
    writes,
    flushes / nullif(writes, 0) AS flushes_per_write
FROM cell_settings AS s
JOIN cells USING (cell_id)
JOIN counted USING (cell_id)
WHERE s.experiment = 'flush-methods'
ORDER BY cell_id, phase;
COMMENT ON VIEW innodb_flushes IS
    'Flushes and writes of files that InnoDB counts, by innodb_flush_method; those of the redo log count as well.';
