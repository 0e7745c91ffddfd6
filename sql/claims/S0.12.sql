-- Does PostgreSQL's lead at query 18 shrink on a faster device? The bandwidths and versions are those of S0.6. A trend is
-- a quotient of two ratios, and its bounds are those of the quotient of their intervals.
WITH ratios AS (
    SELECT bandwidth_mib_s, ratio, low, high, numerator_engine, denominator_engine
    FROM engine_ratio_either_way
    SEMI JOIN claim_labs USING (experiment, lab)
    SEMI JOIN first_curves USING (experiment, curve_group)
    WHERE experiment = 'olap' AND phase = 'q18' AND metric = 'query_s'
        AND engine_family(numerator_engine) = 'mariadb' AND engine_family(denominator_engine) = 'postgresql'
        AND bandwidth_mib_s_per_gips BETWEEN 32 AND 512
    QUALIFY engine_version(numerator_engine) = min(engine_version(numerator_engine)) OVER ()
        AND engine_version(denominator_engine) = min(engine_version(denominator_engine)) OVER ()
),

newest AS (
    SELECT
        format(
            '; {} over {} {:.2f} and {:.2f} times',
            any_value(numerator_engine),
            any_value(denominator_engine),
            arg_min(ratio, bandwidth_mib_s),
            arg_max(ratio, bandwidth_mib_s)
        ) AS words
    FROM claim_ratios
    WHERE experiment = 'olap' AND phase = 'q18' AND metric = 'query_s'
        AND numerator = 'mariadb' AND denominator = 'postgresql'
        AND bandwidth_mib_s_per_gips BETWEEN 32 AND 512
),

ends AS (
    SELECT
        any_value(numerator_engine) AS mariadb,
        any_value(denominator_engine) AS postgresql,
        min(bandwidth_mib_s) AS slow_mib_s,
        max(bandwidth_mib_s) AS fast_mib_s,
        arg_min(ratio, bandwidth_mib_s) AS slow_ratio,
        arg_max(ratio, bandwidth_mib_s) AS fast_ratio,
        arg_max(ratio_low(ratio, low), bandwidth_mib_s) / arg_min(ratio_high(ratio, high), bandwidth_mib_s) AS low,
        arg_max(ratio_high(ratio, high), bandwidth_mib_s) / arg_min(ratio_low(ratio, low), bandwidth_mib_s) AS high
    FROM ratios
    HAVING count(*) >= 2
)

SELECT
    CASE
        WHEN high < 1 THEN 'reproduced'
        WHEN low > 1 THEN 'contradicted'
        ELSE 'open'
    END AS verdict,
    fast_ratio / slow_ratio AS value,
    low,
    high,
    'times' AS unit,
    format(
        'PostgreSQL answers {:.2f} times as fast at {} MiB/s and {:.2f} times at {} ({} over {}){}',
        slow_ratio,
        slow_mib_s::BIGINT,
        fast_ratio,
        fast_mib_s::BIGINT,
        mariadb,
        postgresql,
        if(newest.words LIKE format('; {} over {} %', mariadb, postgresql), '', newest.words)
    ) AS reason
FROM ends
CROSS JOIN newest;
