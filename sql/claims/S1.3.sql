-- Is MySQL's 95th percentile of oltp_read_write the lower one with the fewest clients, and does it grow more with
-- clients than PostgreSQL's, on the machine with the most CPUs? The figure is MySQL's growth over
-- PostgreSQL's; the bounds are those of the ratios of intervals.
WITH runs AS (
    SELECT engine_family, cpus, threads, median, low, high
    FROM scaling_summary
    WHERE phase = 'read-write' AND metric = 'latency_ms_p95'
),

growths AS (
    SELECT
        engine_family,
        any_value(cpus) AS cpus,
        min(threads) AS few,
        max(threads) AS many,
        arg_min(median, threads) AS few_median,
        arg_min(low, threads) AS few_low,
        arg_min(high, threads) AS few_high,
        arg_max(median, threads) / arg_min(median, threads) AS growth,
        arg_max(low, threads) / arg_min(high, threads) AS growth_low,
        arg_max(high, threads) / arg_min(low, threads) AS growth_high
    FROM runs
    GROUP BY engine_family
    HAVING count(*) > 1
),

compared AS (
    SELECT
        mysql.cpus,
        mysql.few,
        mysql.many,
        mysql.few_median / postgresql.few_median AS first_value,
        mysql.few_low / postgresql.few_high AS first_low,
        mysql.few_high / postgresql.few_low AS first_high,
        mysql.growth AS mysql_growth,
        postgresql.growth AS postgresql_growth,
        mysql.growth / postgresql.growth AS value,
        mysql.growth_low / postgresql.growth_high AS low,
        mysql.growth_high / postgresql.growth_low AS high
    FROM growths AS mysql
    JOIN growths AS postgresql USING (few, many)
    WHERE mysql.engine_family = 'mysql' AND postgresql.engine_family = 'postgresql'
)

SELECT
    CASE
        WHEN (SELECT count(*) < 2 OR count(low) < count(*) FROM claim_envelopes WHERE claim = 'S1.3') THEN 'open'
        WHEN first_high < 1 AND low > 1 THEN 'reproduced'
        WHEN first_low > 1 OR high < 1 THEN 'contradicted'
        ELSE 'open'
    END AS verdict,
    value,
    low,
    high,
    'times' AS unit,
    format(
        'With {} CPUs MySQL''s is {:.2f} times PostgreSQL''s at {} client{}; up to {} clients it grows {:.0f} times, and PostgreSQL''s {:.0f} times',
        cpus,
        first_value,
        few,
        if(few = 1, '', 's'),
        many,
        mysql_growth,
        postgresql_growth
    ) || open_note((SELECT open_words FROM claim_sides WHERE claim = 'S1.3')) AS reason
FROM compared;
