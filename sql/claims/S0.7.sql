-- Does MariaDB read more pages for query 18? Decided at the greatest bandwidth, and by the
-- oldest versions here, as the paper is of 2024; what the newest read is in the reason.
WITH pages AS (
    SELECT bandwidth_mib_s, ratio, low, high, numerator_engine AS mariadb, denominator_engine AS postgresql
    FROM engine_ratio_either_way
    SEMI JOIN claim_labs USING (experiment, lab)
    SEMI JOIN first_curves USING (experiment, curve_group)
    WHERE experiment = 'olap' AND phase = 'q18' AND metric = 'read_pages'
        AND engine_family(numerator_engine) = 'mariadb' AND engine_family(denominator_engine) = 'postgresql'
    QUALIFY engine_version(numerator_engine) = min(engine_version(numerator_engine)) OVER ()
        AND engine_version(denominator_engine) = min(engine_version(denominator_engine)) OVER ()
    ORDER BY bandwidth_mib_s DESC
    LIMIT 1
),

newest AS (
    SELECT
        arg_max(numerator_engine, bandwidth_mib_s) AS mariadb,
        arg_max(denominator_engine, bandwidth_mib_s) AS postgresql,
        arg_max(ratio, bandwidth_mib_s) AS ratio
    FROM claim_ratios
    WHERE experiment = 'olap' AND phase = 'q18' AND metric = 'read_pages'
        AND numerator = 'mariadb' AND denominator = 'postgresql'
)

SELECT
    CASE
        WHEN ratio_low(p.ratio, p.low) > 1 THEN 'reproduced'
        WHEN ratio_high(p.ratio, p.high) < 1 THEN 'contradicted'
        ELSE 'open'
    END AS verdict,
    p.ratio AS value,
    p.low,
    p.high,
    'times' AS unit,
    format(
        'MariaDB reads {:.2f} times the pages of PostgreSQL at {} MiB/s ({} over {}){}',
        p.ratio,
        bandwidth_mib_s::BIGINT,
        p.mariadb,
        p.postgresql,
        if(
            (p.mariadb, p.postgresql) = (newest.mariadb, newest.postgresql),
            '',
            format('; {} over {} {:.2f} times', newest.mariadb, newest.postgresql, newest.ratio)
        )
    ) AS reason
FROM pages AS p
CROSS JOIN newest;
