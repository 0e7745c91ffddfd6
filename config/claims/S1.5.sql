-- Does PostgreSQL answer the 22 queries sooner than MySQL? The sums of their times are compared where
-- both engines answered all. Nothing in them is random, so there is no interval; in its place,
-- sooner means sooner by a tenth.
WITH times AS (
    SELECT engine_family, sum(median) AS all_s
    FROM claim_summary
    WHERE experiment = 'olap-queries' AND metric = 'query_s'
    GROUP BY engine_family
    HAVING count(DISTINCT phase) = 22
),

compared AS (
    SELECT p.all_s AS postgresql_s, m.all_s AS mysql_s, m.all_s / p.all_s AS value
    FROM times AS p
    JOIN times AS m ON p.engine_family = 'postgresql' AND m.engine_family = 'mysql'
)

SELECT
    CASE
        WHEN value > 1.1 THEN 'reproduced'
        WHEN value < 1 / 1.1 THEN 'contradicted'
        ELSE 'undecided'
    END AS verdict,
    value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    'times' AS unit,
    format('PostgreSQL takes {:.0f} s for all, MySQL {:.0f} s', postgresql_s, mysql_s) AS reason
FROM compared;
