-- Does PostgreSQL gain most on queries 9, 17 and 18? Their gain is compared with that of the other 19, in each repeat.
-- The source does not say by which mean, and one query can decide a sum: two means that are on two sides leave it open.
WITH times AS (
    SELECT engine_family, seed, phase AS query, value AS query_s
    FROM cell_metrics
    SEMI JOIN newest_engines USING (experiment, engine)
    SEMI JOIN claim_labs USING (experiment, lab)
    WHERE experiment = 'olap-queries' AND metric = 'query_s'
),

compared AS (
    SELECT
        seed,
        query,
        query IN ('q9', 'q17', 'q18') AS named,
        p.query_s AS postgresql_s,
        m.query_s AS mysql_s,
        m.query_s / p.query_s AS gain
    FROM times AS p
    JOIN times AS m USING (seed, query)
    WHERE p.engine_family = 'postgresql' AND m.engine_family = 'mysql'
),

repeats AS (
    SELECT
        seed,
        sum(mysql_s) FILTER (named) / sum(postgresql_s) FILTER (named) AS named_sum,
        sum(mysql_s) FILTER (NOT named) / sum(postgresql_s) FILTER (NOT named) AS other_sum,
        exp(avg(ln(gain)) FILTER (named)) AS named_mean,
        exp(avg(ln(gain)) FILTER (NOT named)) AS other_mean
    FROM compared
    GROUP BY seed
    HAVING count(*) = 22
),

queries AS (
    SELECT query, any_value(named) AS named, geometric_mean(gain) AS gain
    FROM compared
    GROUP BY query
),

greatest_gains AS (
    SELECT
        arg_max(query, gain) AS greatest,
        max(gain) AS greatest_gain,
        -- How many of the other queries gain more than the most of the three.
        count(*) FILTER (NOT named AND gain > (SELECT max(gain) FROM queries WHERE named)) AS above_all
    FROM queries
),

totals AS (
    SELECT
        -- Of single runs a quotient of two ratios has the margin of two.
        if(count(*) = 1, single_run_margin(), 1) AS once,
        geometric_mean(named_mean / other_mean) AS value,
        repeats_low(named_mean / other_mean) / once AS low,
        repeats_high(named_mean / other_mean) * once AS high,
        repeats_low(named_sum / other_sum) / once AS sum_low,
        repeats_high(named_sum / other_sum) * once AS sum_high,
        geometric_mean(named_sum) AS named_sum,
        geometric_mean(other_sum) AS other_sum,
        geometric_mean(named_mean) AS named_mean,
        geometric_mean(other_mean) AS other_mean
    FROM repeats
    HAVING count(*) > 0
)

SELECT
    CASE
        WHEN least(low, sum_low) > 1 THEN 'reproduced'
        WHEN greatest(high, sum_high) < 1 THEN 'contradicted'
        ELSE 'open'
    END AS verdict,
    value,
    low,
    high,
    'times' AS unit,
    format(
        'On queries 9, 17 and 18 PostgreSQL is {:.2f} times as fast in sum and {:.2f} times by the geometric mean, on the '
        'others {:.2f} and {:.2f} times; {} of these gain more than any of the three, most {}, {:.2f} times', named_sum,
        named_mean, other_sum, other_mean, above_all, upper(greatest), greatest_gain
    ) AS reason
FROM totals
CROSS JOIN greatest_gains;
