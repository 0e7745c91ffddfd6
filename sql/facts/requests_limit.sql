-- Which engine commits more OLTP transactions on a device that limits requests per second, by read-ahead, and without
-- that limit.
WITH measured AS (
    SELECT s.iops_limit, read_bandwidth_mib_s, s.read_ahead_kb, numerator_engine, denominator_engine, ratio, low, high
    FROM engine_ratios AS r
    JOIN curve_settings AS s USING (curve_group, lab, read_bandwidth_mib_s)
    SEMI JOIN shown_labs ON shown_labs.experiment = r.experiment AND shown_labs.lab = r.lab
    WHERE
        r.experiment = 'volumes' AND r.phase = 'run' AND r.metric = 'tps'
        AND starts_with(numerator_engine, 'mariadb') AND starts_with(denominator_engine, 'postgresql')
)

SELECT
    format('kib_{}', read_ahead_kb) AS name,
    if(with_limit.ratio > 1, 'mariadb', 'postgresql') AS leader,
    if(with_limit.ratio > 1, with_limit.ratio, 1 / with_limit.ratio) AS lead_ratio,
    if(with_limit.ratio > 1, with_limit.low, 1 / with_limit.high) AS lead_low,
    without.ratio AS mariadb_ratio_without,
    with_limit.iops_limit,
    read_bandwidth_mib_s
FROM measured AS with_limit
LEFT JOIN measured AS without USING (read_bandwidth_mib_s, read_ahead_kb, numerator_engine, denominator_engine)
WHERE with_limit.iops_limit > 0 AND coalesce(without.iops_limit, 0) = 0
QUALIFY row_number() OVER (
    PARTITION BY read_ahead_kb
    ORDER BY with_limit.iops_limit, read_bandwidth_mib_s, denominator_engine DESC, numerator_engine DESC
) = 1
ORDER BY read_ahead_kb;
