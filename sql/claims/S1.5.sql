-- Does PostgreSQL answer the 22 queries sooner than MySQL, and gain most on queries 9, 17 and 18? The
-- sums of their times are compared where both engines answered all. Each was run once, so there
-- is no interval; in its place, sooner means sooner by single_run_margin. The second half compares the gain of these
-- three queries with that of all, by the square of that margin, as it is a quotient of two such ratios. The source does
-- not say by which mean, and one query can decide a sum, so both must agree: the ratio of summed times and the
-- geometric mean of the queries' ratios. One half of the claim that fails contradicts it.
WITH times AS (
    SELECT engine_family, phase AS query, median AS query_s
    FROM claim_summary
    WHERE experiment = 'olap-queries' AND metric = 'query_s'
),

compared AS (
    SELECT
        query IN ('q9', 'q17', 'q18') AS named,
        query,
        p.query_s AS postgresql_s,
        m.query_s AS mysql_s,
        m.query_s / p.query_s AS gain
    FROM times AS p
    JOIN times AS m USING (query)
    WHERE p.engine_family = 'postgresql' AND m.engine_family = 'mysql'
),

totals AS (
    SELECT
        sum(postgresql_s) AS postgresql_s,
        sum(mysql_s) AS mysql_s,
        sum(mysql_s) / sum(postgresql_s) AS value,
        sum(mysql_s) FILTER (named) / sum(postgresql_s) FILTER (named) AS named_value,
        exp(avg(ln(gain))) AS mean_gain,
        exp(avg(ln(gain)) FILTER (named)) AS named_mean_gain,
        arg_max(query, gain) AS greatest,
        max(gain) AS greatest_gain
    FROM compared
    HAVING count(*) = 22
),

judged AS (
    SELECT
        *,
        least(named_value / value, named_mean_gain / mean_gain) > single_run_margin() ** 2 AS gains_most,
        greatest(named_value / value, named_mean_gain / mean_gain) < 1 / single_run_margin() ** 2 AS gains_least
    FROM totals
)

SELECT
    CASE
        WHEN value < 1 / single_run_margin() OR gains_least THEN 'contradicted'
        WHEN value > single_run_margin() AND gains_most THEN 'reproduced'
        ELSE 'open'
    END AS verdict,
    value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    'times' AS unit,
    format(
        'PostgreSQL takes {:.1f} s for all, MySQL {:.1f} s; on queries 9, 17 and 18 PostgreSQL is {:.2f} times as fast '
        'in sum and {:.2f} times by the geometric mean, on all {:.2f} and {:.2f} times, and most on {}, {:.2f} times',
        postgresql_s,
        mysql_s,
        named_value,
        named_mean_gain,
        value,
        mean_gain,
        upper(greatest),
        greatest_gain
    ) AS reason
FROM judged;
