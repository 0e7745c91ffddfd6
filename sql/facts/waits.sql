-- How many of the threads that serve clients wait for a lock, a latch or another's flush, on average over the phase in which transactions
-- run with the most clients on the most CPUs, by family of engines.
WITH largest AS (
    SELECT split_part(engine, '-', 1) AS name, *
    FROM data_waits
    WHERE phase = 'read-write'
    QUALIFY cpus = max(cpus) OVER () AND threads = max(threads) OVER ()
)

SELECT name, max(threads) AS clients, max(cpus) AS cpus, sum(locked) AS locked
FROM largest
GROUP BY name
ORDER BY name;
