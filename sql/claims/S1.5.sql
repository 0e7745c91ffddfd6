-- Does PostgreSQL answer the 22 queries sooner than MySQL? The sums of their times are compared where both engines
-- answered all. Each was run once, so there is no interval; in its place, sooner means sooner by single_run_margin, and
-- another figure differs from the published 3.12 times by as much.
WITH times AS (
    SELECT engine_family, phase AS query, median AS query_s
    FROM claim_summary
    WHERE experiment = 'olap-queries' AND metric = 'query_s'
),

totals AS (
    SELECT
        sum(p.query_s) AS postgresql_s,
        sum(m.query_s) AS mysql_s,
        mysql_s / postgresql_s AS value,
        count(*) FILTER (m.query_s > p.query_s) AS sooner,
        exp(avg(ln(m.query_s / p.query_s))) AS mean_gain
    FROM times AS p
    JOIN times AS m USING (query)
    WHERE p.engine_family = 'postgresql' AND m.engine_family = 'mysql'
    HAVING count(*) = 22
)

SELECT
    CASE
        WHEN value < 1 / single_run_margin() THEN 'contradicted'
        WHEN value <= single_run_margin() THEN 'open'
        WHEN value NOT BETWEEN 3890 / 1245 / single_run_margin() AND 3890 / 1245 * single_run_margin() THEN 'another figure'
        ELSE 'reproduced'
    END AS verdict,
    value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    'times' AS unit,
    format(
        'PostgreSQL takes {:.1f} s for all, MySQL {:.1f} s; PostgreSQL is sooner in {} of 22, and {:.2f} times as fast by '
        'the geometric mean', postgresql_s, mysql_s, sooner, mean_gain
    ) AS reason
FROM totals;
