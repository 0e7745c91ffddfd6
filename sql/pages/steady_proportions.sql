-- The proportions of the cells at steady state that do not depend on their size: medians over the cells.
WITH sizes AS (
    SELECT cell_id, sum(bytes) / 1048576.0 AS data_mib
    FROM relations
    WHERE phase = 'before'
    GROUP BY ALL
),

-- Whatever begins one: the timer of checkpoint_timeout, or as much WAL as max_wal_size.
checkpoints AS (
    SELECT cell_id, phase, value AS checkpoints
    FROM engine_measures
    WHERE measure = 'checkpoints'
),

measured AS (
    SELECT
        s.engine,
        data_mib / s.engine_memory_mib AS data_over_memory,
        data_mib / (cached.value / 1048576.0) AS data_over_cache,
        log_bytes / 1048576.0 / data_mib AS log_over_data,
        s.log_cycles,
        checkpoints AS run_over_checkpoint,
        -- Two UPDATEs, a DELETE and an INSERT of sysbench's oltp_read_write change three rows.
        3.0 * s.transactions / (c.dataset_tables * c.dataset_rows_per_table) AS changed_over_rows,
        s.threads / s.cpus AS clients_per_cpu,
        s.transactions::DOUBLE AS transactions
    FROM steady_checks AS s
    JOIN cells AS c USING (cell_id)
    JOIN log_cycles USING (cell_id, phase)
    LEFT JOIN sizes USING (cell_id)
    LEFT JOIN engine_measures AS cached
        ON cached.cell_id = s.cell_id AND cached.phase = s.phase AND cached.measure = 'cache_bytes'
    LEFT JOIN checkpoints USING (cell_id, phase)
    SEMI JOIN shown_cells USING (cell_id)
    WHERE s.experiment = 'steady' AND phase = 'run'
)

SELECT engine, proportion, median(value) AS value
FROM (UNPIVOT measured ON COLUMNS(* EXCLUDE engine) INTO NAME proportion VALUE value)
GROUP BY ALL
ORDER BY ALL;
