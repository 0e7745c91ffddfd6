-- Does MySQL's throughput of oltp_read_write fall beyond its peak while PostgreSQL's holds, on the
-- machine with the most CPUs? It holds if the most clients make at least 95 % of the peak; that says nothing
-- of MySQL where its peak is at the most clients, as then none was measured beyond it. The figure is MySQL's
-- share of its peak; the bounds are those of the ratio of two intervals.
WITH runs AS (
    SELECT engine_family, cpus, threads, median, low, high
    FROM scaling_summary
    WHERE phase = 'read-write' AND metric = 'tps'
),

shares AS (
    SELECT
        engine_family,
        any_value(cpus) AS cpus,
        max(threads) AS threads,
        arg_max(threads, median) AS peak_threads,
        arg_max(median, threads) / max(median) AS value,
        -- NULL stays NULL, which least() would pass over.
        CASE WHEN count(low) > 0 THEN least(arg_max(low, threads) / arg_max(high, median), 1) END AS low,
        CASE WHEN count(low) > 0 THEN least(arg_max(high, threads) / arg_max(low, median), 1) END AS high
    FROM runs
    GROUP BY engine_family
    HAVING count(*) > 1
)

SELECT
    CASE
        WHEN mysql.high < 0.95 AND postgresql.low >= 0.95 THEN 'reproduced'
        WHEN postgresql.high < 0.95 OR mysql.low >= 0.95 AND mysql.peak_threads < threads THEN 'contradicted'
        ELSE 'undecided'
    END AS verdict,
    mysql.value AS value,
    mysql.low AS low,
    mysql.high AS high,
    'times' AS unit,
    format(
        'With {} CPUs and {} clients MySQL reaches {:.0f} % of its peak, which is at {} clients, and PostgreSQL {:.0f} % of its own, at {}',
        mysql.cpus,
        mysql.threads,
        mysql.value * 100,
        mysql.peak_threads,
        postgresql.value * 100,
        postgresql.peak_threads
    ) AS reason
FROM shares AS mysql
JOIN shares AS postgresql USING (threads)
WHERE mysql.engine_family = 'mysql' AND postgresql.engine_family = 'postgresql';
