-- Which engine commits more OLTP transactions on the slowest device, by the kernel's read-ahead: of all runs those
-- that compare best, with equal caches at steady state before equal caches before longer runs before short ones.
WITH compared AS (
    SELECT
        if(experiment = 'steady', 1, 9) AS place, experiment, read_bandwidth_mib_s, read_ahead_kb,
        numerator_engine, denominator_engine, ratio, low, high
    FROM steady_ratios
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'steady' AND is_verdict
    UNION ALL
    SELECT
        CASE WHEN r.experiment = 'cache-share' THEN 2 WHEN r.experiment = 'volumes' THEN 3 ELSE 4 END,
        r.experiment, read_bandwidth_mib_s, s.read_ahead_kb, numerator_engine, denominator_engine, ratio, low, high
    FROM engine_ratios AS r
    JOIN curve_settings AS s USING (curve_group, lab, read_bandwidth_mib_s)
    SEMI JOIN shown_labs ON shown_labs.experiment = r.experiment AND shown_labs.lab = r.lab
    WHERE
        r.experiment IN ('cache-share', 'volumes', 'oltp-read-ahead') AND r.phase = 'run' AND r.metric = 'tps'
        AND s.pipes = 'shared' AND s.iops_limit = 0 AND s.memory IS DISTINCT FROM 'equal-limits'
),

chosen AS (
    SELECT *
    FROM compared
    WHERE starts_with(numerator_engine, 'mariadb') AND starts_with(denominator_engine, 'postgresql')
    QUALIFY row_number() OVER (
        PARTITION BY read_ahead_kb
        ORDER BY place, read_bandwidth_mib_s, denominator_engine DESC, numerator_engine DESC
    ) = 1
)

SELECT
    format('kib_{}', read_ahead_kb) AS name,
    if(ratio > 1, 'mariadb', 'postgresql') AS leader,
    if(ratio > 1, ratio, 1 / ratio) AS lead_ratio,
    if(ratio > 1, low, 1 / high) AS lead_low,
    read_ahead_kb,
    read_bandwidth_mib_s,
    experiment
FROM chosen
ORDER BY read_ahead_kb;
