-- What the threads that serve clients waited for, as numbers of threads on average over a phase; `locked_rows` are those that waited for
-- locks of rows, where the engine counts that. A wait counts in the phase in which it ends, so in a short phase more threads may seem to
-- wait than there are clients, or so few that the rest would not fit on the CPUs: unless it `adds_up`.
WITH row_locks AS (
    SELECT
        cell_id, phase,
        any_value(value) / any_value((end_ns - begin_ns) / 1e6) AS locked_rows
    FROM engine_measures
    JOIN phases USING (cell_id, phase)
    WHERE measure = 'row_lock_wait_ms'
    GROUP BY ALL
),

waiting AS (
    SELECT *
    FROM off_cpu
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = 'waits' AND serves_client AND process <> 'sysbench'
)

SELECT
    cell_id, engine, cpus, threads, phase,
    coalesce(sum(threads_waiting) FILTER (waits_for = 'CPU'), 0) AS cpu,
    coalesce(sum(threads_waiting) FILTER (waits_for = 'lock'), 0) AS locked,
    any_value(locked_rows) AS locked_rows,
    coalesce(sum(threads_waiting) FILTER (waits_for = 'flush'), 0) AS flush,
    coalesce(sum(threads_waiting) FILTER (waits_for = 'write'), 0) AS write,
    coalesce(sum(threads_waiting) FILTER (waits_for = 'read'), 0) AS read,
    coalesce(sum(threads_waiting) FILTER (waits_for = 'asynchronous I/O'), 0) AS asynchronous,
    coalesce(sum(threads_waiting) FILTER (waits_for = 'client'), 0) AS client,
    coalesce(sum(threads_waiting) FILTER (waits_for = 'other'), 0) AS other,
    threads - sum(threads_waiting) BETWEEN -0.1 * threads AND cpus + 0.1 * threads AS adds_up
FROM waiting
LEFT JOIN row_locks USING (cell_id, phase)
GROUP BY cell_id, engine, cpus, threads, phase
ORDER BY engine, cpus, threads, phase DESC, cell_id;
