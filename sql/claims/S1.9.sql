-- Does PostgreSQL gain most on queries 9, 17 and 18? Their gain is compared with that of the other 19. Each was run
-- once; so a quotient of two such ratios must differ from 1 by the square of single_run_margin. The source does not
-- say by which mean, and one query can decide a sum: two means that are on two sides leave it open.
WITH times AS (
    SELECT engine_family, phase AS query, median AS query_s
    FROM claim_summary
    WHERE experiment = 'olap-queries' AND metric = 'query_s'
),

compared AS (
    SELECT
        query,
        query IN ('q9', 'q17', 'q18') AS named,
        p.query_s AS postgresql_s,
        m.query_s AS mysql_s,
        m.query_s / p.query_s AS gain
    FROM times AS p
    JOIN times AS m USING (query)
    WHERE p.engine_family = 'postgresql' AND m.engine_family = 'mysql'
),

totals AS (
    SELECT
        sum(mysql_s) FILTER (named) / sum(postgresql_s) FILTER (named) AS named_sum,
        sum(mysql_s) FILTER (NOT named) / sum(postgresql_s) FILTER (NOT named) AS other_sum,
        exp(avg(ln(gain)) FILTER (named)) AS named_mean,
        exp(avg(ln(gain)) FILTER (NOT named)) AS other_mean,
        arg_max(query, gain) AS greatest,
        max(gain) AS greatest_gain,
        -- How many of the other queries gain more than the most of the three.
        count(*) FILTER (NOT named AND gain > (SELECT max(gain) FROM compared WHERE named)) AS above_all
    FROM compared
    HAVING count(*) = 22
)

SELECT
    CASE
        WHEN least(named_sum / other_sum, named_mean / other_mean) > single_run_margin() ** 2 THEN 'reproduced'
        WHEN greatest(named_sum / other_sum, named_mean / other_mean) < 1 / single_run_margin() ** 2 THEN 'contradicted'
        ELSE 'open'
    END AS verdict,
    named_mean / other_mean AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    'times' AS unit,
    format(
        'On queries 9, 17 and 18 PostgreSQL is {:.2f} times as fast in sum and {:.2f} times by the geometric mean, on the '
        'others {:.2f} and {:.2f} times; {} of these gain more than any of the three, most {}, {:.2f} times', named_sum,
        named_mean, other_sum, other_mean, above_all, upper(greatest), greatest_gain
    ) AS reason
FROM totals;
