-- Is PostgreSQL the faster one at query 18? One client's query runs on one core: the published 125 to 660 MiB/s on
-- 2.2 GHz are, at an instruction a cycle, 57 to 300 MiB/s for each GIPS, and the measured bandwidths around that range
-- are compared. It was run once, so there is no interval; in its place, what is called faster differs by
-- single_run_margin, and so does what is outside of the published 5.30 to 13.18 times. The paper is of 2024, so the oldest
-- versions here decide; what the newest do is in the reason.
WITH ratios AS (
    SELECT bandwidth_mib_s, ratio, numerator_engine, denominator_engine
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
        min(ratio) AS least_ratio,
        max(ratio) AS greatest_ratio,
        min(bandwidth_mib_s) AS slow_mib_s,
        max(bandwidth_mib_s) AS fast_mib_s,
        arg_min(ratio, bandwidth_mib_s) AS slow_ratio,
        arg_max(ratio, bandwidth_mib_s) AS fast_ratio
    FROM ratios
    HAVING count(*) >= 2
)

SELECT
    CASE
        WHEN least_ratio < 1 / single_run_margin() THEN 'contradicted'
        WHEN least_ratio <= single_run_margin() THEN 'open'
        WHEN greatest_ratio * single_run_margin() < 5.3 OR least_ratio > 13.18 * single_run_margin() THEN 'another figure'
        ELSE 'reproduced'
    END AS verdict,
    slow_ratio AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
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
