-- Does PostgreSQL answer the 22 queries sooner than MySQL, and gain most on queries 9, 17 and 18? The
-- sums of their times are compared where both engines answered all. Each was run once, so there
-- is no interval; in its place, sooner means sooner by single_run_margin, and most means more than half of the
-- difference. Sooner, but with most of it elsewhere, is one half of the claim, and leaves it open.
WITH times AS (
    SELECT engine_family, phase AS query, median AS query_s
    FROM claim_summary
    WHERE experiment = 'olap-queries' AND metric = 'query_s'
),

compared AS (
    SELECT query, p.query_s AS postgresql_s, m.query_s AS mysql_s, m.query_s - p.query_s AS gain_s
    FROM times AS p
    JOIN times AS m USING (query)
    WHERE p.engine_family = 'postgresql' AND m.engine_family = 'mysql'
),

totals AS (
    SELECT
        sum(postgresql_s) AS postgresql_s,
        sum(mysql_s) AS mysql_s,
        sum(mysql_s) / sum(postgresql_s) AS value,
        sum(gain_s) FILTER (query IN ('q9', 'q17', 'q18')) / nullif(sum(gain_s), 0) AS published_share,
        arg_max(query, gain_s) AS greatest,
        max(gain_s) / nullif(sum(gain_s), 0) AS greatest_share
    FROM compared
    HAVING count(*) = 22
)

SELECT
    CASE
        WHEN value < 1 / single_run_margin() THEN 'contradicted'
        WHEN value > single_run_margin() AND published_share > 0.5 THEN 'reproduced'
        ELSE 'undecided'
    END AS verdict,
    value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    'times' AS unit,
    format(
        'PostgreSQL takes {:.1f} s for all, MySQL {:.1f} s{}',
        postgresql_s,
        mysql_s,
        if(
            value > single_run_margin(),
            format(
                '; queries 9, 17 and 18 account for {:.0f} % of the difference, {} alone for {:.0f} %',
                published_share * 100,
                upper(greatest),
                greatest_share * 100
            ),
            ''
        )
    ) AS reason
FROM totals;
