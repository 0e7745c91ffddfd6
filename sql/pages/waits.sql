-- What the threads that serve clients waited for, as numbers of threads on average over a phase.
SELECT
    cell_id, engine, cpus, threads, phase, waits_for, sum(threads_waiting) AS threads_waiting
FROM off_cpu
SEMI JOIN shown_cells USING (cell_id)
WHERE experiment = 'waits' AND serves_client AND process <> 'sysbench'
GROUP BY ALL
ORDER BY engine, cpus, threads, phase DESC, waits_for;
