-- Where MariaDB levels off (the least bandwidth with 95 % of its best median), PostgreSQL must use
-- the device more and still gain from there on, and at the greatest bandwidth it must be ahead. Where
-- MariaDB gains up to the greatest bandwidth, it levels off nowhere and nothing is decided.
WITH curves AS (
    SELECT engine_family, bandwidth_mib_s, metric, median, low, high
    FROM claim_summary
    WHERE experiment = 'oltp' AND metric IN ('tps', 'busy_share')
        AND curve_group = (SELECT curve_group FROM first_curves WHERE experiment = 'oltp')
),

levels AS (
    SELECT
        max(saturation_mib_s) FILTER (engine_family = 'mariadb') AS mariadb_mib_s,
        max(saturation_mib_s) FILTER (engine_family = 'postgresql') AS postgresql_mib_s,
        max(fully_used_mib_s) FILTER (engine_family = 'mariadb') AS mariadb_full_mib_s,
        max(fully_used_mib_s) FILTER (engine_family = 'postgresql') AS postgresql_full_mib_s,
        min(bandwidth_mib_s_max) AS greatest_mib_s
    FROM oltp_saturation
    JOIN newest_engines USING (engine)
    SEMI JOIN claim_labs USING (experiment, lab)
    WHERE experiment = 'oltp'
        AND curve_group = (SELECT curve_group FROM first_curves WHERE experiment = 'oltp')
),

judged AS (
    SELECT
        levels.*,
        1 / ratio AS lead,
        gain.low > level.high AS gains_on,
        gain.high < level.low AS loses,
        level_busy.low > mariadb_busy.high AS uses_more,
        level_busy.high < mariadb_busy.low AS uses_less,
        r.high < 1 AS overtakes,
        r.low > 1 AS stays_behind
    FROM levels
    JOIN claim_ratios AS r
        ON r.experiment = 'oltp' AND r.metric = 'tps' AND r.bandwidth_mib_s = greatest_mib_s
        AND r.numerator = 'mariadb' AND r.denominator = 'postgresql'
    JOIN curves AS gain
        ON gain.engine_family = 'postgresql' AND gain.metric = 'tps'
        AND gain.bandwidth_mib_s = greatest_mib_s
    JOIN curves AS level
        ON level.engine_family = 'postgresql' AND level.metric = 'tps'
        AND level.bandwidth_mib_s = mariadb_mib_s
    JOIN curves AS level_busy
        ON level_busy.engine_family = 'postgresql' AND level_busy.metric = 'busy_share'
        AND level_busy.bandwidth_mib_s = mariadb_mib_s
    JOIN curves AS mariadb_busy
        ON mariadb_busy.engine_family = 'mariadb' AND mariadb_busy.metric = 'busy_share'
        AND mariadb_busy.bandwidth_mib_s = mariadb_mib_s
)

SELECT
    CASE
        WHEN mariadb_mib_s = greatest_mib_s THEN 'undecided'
        WHEN loses OR uses_less OR stays_behind THEN 'contradicted'
        WHEN gains_on AND uses_more AND overtakes THEN 'reproduced'
        ELSE 'undecided'
    END AS verdict,
    postgresql_mib_s / mariadb_mib_s AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    'times' AS unit,
    format(
        'MariaDB has 95 % of its best from {} MiB/s on{}, PostgreSQL from {}{}; they keep the device '
        '95 % busy up to {} and {}; at {} PostgreSQL commits {:.2f} times as many transactions{}',
        mariadb_mib_s::BIGINT,
        if(mariadb_mib_s = greatest_mib_s, ', the greatest measured', ''),
        postgresql_mib_s::BIGINT,
        if(postgresql_mib_s = greatest_mib_s, ', the greatest measured', ''),
        coalesce(mariadb_full_mib_s::BIGINT::VARCHAR, 'none'),
        coalesce(postgresql_full_mib_s::BIGINT::VARCHAR, 'none'),
        greatest_mib_s::BIGINT,
        lead,
        if(gains_on AND uses_more AND overtakes, '', '; not every part is settled by its interval')
    ) AS reason
FROM judged;
