-- What the threads that serve clients waited for, as numbers of threads on average over a phase; beside it, those
-- that waited for locks of rows, where the engine counts that.
WITH row_locks AS (
    SELECT
        cell_id, phase,
        any_value(value) / any_value((end_ns - begin_ns) / 1e6) AS threads_waiting_for_rows
    FROM engine_measures
    JOIN phases USING (cell_id, phase)
    WHERE measure = 'row_lock_wait_ms'
    GROUP BY ALL
)

SELECT
    cell_id, engine, cpus, threads, phase, waits_for, sum(threads_waiting) AS threads_waiting,
    any_value(threads_waiting_for_rows) AS threads_waiting_for_rows
FROM off_cpu
SEMI JOIN shown_cells USING (cell_id)
LEFT JOIN row_locks USING (cell_id, phase)
WHERE experiment = 'waits' AND serves_client AND process <> 'sysbench'
GROUP BY ALL
ORDER BY engine, cpus, threads, phase DESC, waits_for;
