-- Is MySQL's peak of oltp_read_write the higher one, on the machine with the most CPUs? Each engine has
-- the number of clients that makes the most. The bounds are those of the ratio of two intervals.
WITH peaks AS (
    SELECT DISTINCT ON (engine_family) engine_family, cpus, threads, median, low, high
    FROM scaling_summary
    WHERE phase = 'read-write' AND metric = 'tps'
    ORDER BY engine_family, median DESC
),

compared AS (
    SELECT
        mysql.cpus,
        mysql.threads AS mysql_threads,
        postgresql.threads AS postgresql_threads,
        mysql.median / postgresql.median AS value,
        mysql.low / postgresql.high AS low,
        mysql.high / postgresql.low AS high
    FROM peaks AS mysql
    JOIN peaks AS postgresql ON mysql.engine_family = 'mysql' AND postgresql.engine_family = 'postgresql'
)

SELECT
    CASE
        WHEN low > 1 THEN 'reproduced'
        WHEN high < 1 THEN 'contradicted'
        ELSE 'undecided'
    END AS verdict,
    value,
    low,
    high,
    'times' AS unit,
    format(
        'With {} CPUs MySQL''s peak is at {} clients and PostgreSQL''s at {}{}',
        cpus,
        mysql_threads,
        postgresql_threads,
        interval_note(low, high, 1)
    ) AS reason
FROM compared;
