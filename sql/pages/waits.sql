-- What the threads that serve clients waited for, as numbers of threads on average over a phase.
SELECT
    o.cell_id, engine, cpus, c.threads, phase, waits_for, sum(threads_waiting) AS threads_waiting
FROM off_cpu AS o
JOIN (SELECT cell_id, threads FROM cells) AS c USING (cell_id)
SEMI JOIN shown_cells USING (cell_id)
WHERE experiment = 'waits' AND serves_client AND process <> 'sysbench'
GROUP BY ALL
ORDER BY engine, cpus, c.threads, phase DESC, waits_for;
