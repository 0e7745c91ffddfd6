-- Are the point SELECTs per second of MySQL and PostgreSQL alike, which is to say: within a quarter of
-- each other with every number of clients, on the machine with the most CPUs? The ratio that is farthest
-- from 1.
WITH selects AS (
    SELECT engine_family, threads, median, low, high
    FROM scaling_summary
    WHERE phase = 'select' AND metric = 'tps'
),

ratios AS (
    SELECT
        threads,
        mysql.median / postgresql.median AS value,
        mysql.low / postgresql.high AS low,
        mysql.high / postgresql.low AS high
    FROM selects AS mysql
    JOIN selects AS postgresql USING (threads)
    WHERE mysql.engine_family = 'mysql' AND postgresql.engine_family = 'postgresql'
)

SELECT
    CASE
        WHEN min(coalesce(low, 0)) >= 1 / 1.25 AND max(coalesce(high, 'infinity')) <= 1.25
            THEN 'reproduced'
        WHEN max(low) > 1.25 OR min(high) < 1 / 1.25 THEN 'contradicted'
        ELSE 'undecided'
    END AS verdict,
    arg_max(value, abs(ln(value))) AS value,
    (arg_max({'low': low}, abs(ln(value)))).low AS low,
    (arg_max({'high': high}, abs(ln(value)))).high AS high,
    'times' AS unit,
    format(
        'Among {} numbers of clients, the two differ most with {}',
        count(*),
        arg_max(threads, abs(ln(value)))
    ) AS reason
FROM ratios
HAVING count(*) > 0;
