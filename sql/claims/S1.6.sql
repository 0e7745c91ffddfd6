-- Does oltp_read_write cost PostgreSQL less CPU than MySQL where clients are many? One core is
-- always in use, so its share can't be tested here. Nor do instructions per transaction stand for it: with the
-- throughputs that are published beside the shares, PostgreSQL takes more CPU per transaction there. The figure is
-- the ratio of instructions per transaction all the same, with the most clients that both were measured with. Its
-- bounds are those of two intervals' ratio.
WITH runs AS (
    SELECT
        engine_family,
        c.threads,
        any_value(s.median) AS median,
        any_value(s.low) AS low,
        any_value(s.high) AS high
    FROM claim_summary AS s
    JOIN cells AS c USING (repeat_group, lab)
    WHERE s.experiment = 'concurrency' AND s.phase = 'read-write'
        AND metric = 'engine_instructions_per_transaction'
    GROUP BY ALL
),

most AS (
    SELECT
        threads,
        postgresql.median AS postgresql_instructions,
        mysql.median AS mysql_instructions,
        postgresql.median / mysql.median AS value,
        postgresql.low / mysql.high AS low,
        postgresql.high / mysql.low AS high
    FROM runs AS postgresql
    JOIN runs AS mysql USING (threads)
    WHERE postgresql.engine_family = 'postgresql' AND mysql.engine_family = 'mysql'
    ORDER BY threads DESC
    LIMIT 1
)

SELECT
    'not comparable' AS verdict,
    value,
    low,
    high,
    'times' AS unit,
    format(
        'The published shares of CPUs are not those of equal work, and one core is always in use here; with {} clients '
        'a transaction takes PostgreSQL {:.2f} and MySQL {:.2f} million instructions',
        threads,
        postgresql_instructions / 1e6,
        mysql_instructions / 1e6
    ) AS reason
FROM most;
