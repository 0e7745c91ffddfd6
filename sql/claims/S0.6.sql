-- Is PostgreSQL the faster one at query 18? One client's query runs on one core: the published 125 to 660 MiB/s on
-- 2.2 GHz are, at an instruction a cycle, 57 to 300 MiB/s for each GIPS, and the measured bandwidths around that range
-- are compared. The bounds are those of the repeats, widened by what a processor may do. The paper
-- is of 2024, so the oldest versions here decide; what the newest do is in the reason.
WITH ratios AS (
    SELECT
        bandwidth_mib_s, ratio, ratio_low(ratio, low) / processor_margin() AS low,
        ratio_high(ratio, high) * processor_margin() AS high, numerator_engine, denominator_engine
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
        min(low) AS least_low,
        min(high) AS least_high,
        max(high) AS greatest_high,
        arg_min(low, bandwidth_mib_s) AS low,
        arg_min(high, bandwidth_mib_s) AS high,
        min(bandwidth_mib_s) AS slow_mib_s,
        max(bandwidth_mib_s) AS fast_mib_s,
        arg_min(ratio, bandwidth_mib_s) AS slow_ratio,
        arg_max(ratio, bandwidth_mib_s) AS fast_ratio
    FROM ratios
    HAVING count(*) >= 2
)

SELECT
    CASE
        WHEN least_high < 1 THEN 'contradicted'
        WHEN least_low <= 1 THEN 'open'
        WHEN greatest_high < 5.3 OR least_low > 13.18 THEN 'another figure'
        ELSE 'reproduced'
    END AS verdict,
    slow_ratio AS value,
    low,
    high,
    'times' AS unit,
    format(
        'PostgreSQL answers {:.2f} times as fast at {} MiB/s and {:.2f} times at {} ({} over {}){}{}',
        slow_ratio,
        slow_mib_s::BIGINT,
        fast_ratio,
        fast_mib_s::BIGINT,
        mariadb,
        postgresql,
        if(newest.words LIKE format('; {} over {} %', mariadb, postgresql), '', newest.words),
        if(
            least_low <= 1 AND least_high >= 1,
            format('; an instruction of either may take {:.2f} times as long on a real processor', processor_margin()), ''
        )
    ) AS reason
FROM ends
CROSS JOIN newest;
