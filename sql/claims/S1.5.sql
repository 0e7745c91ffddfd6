-- Does PostgreSQL answer the 22 queries sooner than MySQL? The sums of their times are compared where both engines
-- answered all. The bounds are those of the repeats, widened by what a processor may do; the published factor is 3.12.
WITH times AS (
    SELECT engine_family, seed, phase AS query, value AS query_s
    FROM cell_metrics
    SEMI JOIN newest_engines USING (experiment, engine)
    SEMI JOIN claim_labs USING (experiment, lab)
    WHERE experiment = 'olap-queries' AND metric = 'query_s'
),

repeats AS (
    SELECT
        seed,
        sum(p.query_s) AS postgresql_s,
        sum(m.query_s) AS mysql_s,
        mysql_s / postgresql_s AS ratio,
        count(*) FILTER (m.query_s > p.query_s) AS sooner,
        exp(avg(ln(m.query_s / p.query_s))) AS mean_gain
    FROM times AS p
    JOIN times AS m USING (seed, query)
    WHERE p.engine_family = 'postgresql' AND m.engine_family = 'mysql'
    GROUP BY seed
    HAVING count(*) = 22
),

totals AS (
    SELECT
        geometric_mean(ratio) AS value,
        repeats_low(ratio) / processor_margin() AS low,
        repeats_high(ratio) * processor_margin() AS high,
        avg(postgresql_s) AS postgresql_s,
        avg(mysql_s) AS mysql_s,
        min(sooner) AS sooner,
        geometric_mean(mean_gain) AS mean_gain
    FROM repeats
    HAVING count(*) > 0
)

SELECT
    CASE
        WHEN high < 1 THEN 'contradicted'
        WHEN low <= 1 THEN 'open'
        WHEN 3890 / 1245 NOT BETWEEN low AND high THEN 'another figure'
        ELSE 'reproduced'
    END AS verdict,
    value,
    low,
    high,
    'times' AS unit,
    format(
        'PostgreSQL takes {:.1f} s for all, MySQL {:.1f} s; PostgreSQL is sooner in {} of 22, and {:.2f} times as fast by '
        'the geometric mean', postgresql_s, mysql_s, sooner, mean_gain
    ) AS reason
FROM totals;
