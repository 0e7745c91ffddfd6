-- In how many combinations of several settings each engine commits more transactions, and in how many of those MariaDB leads with uniform
-- keys and read-ahead on the slowest device; what read-ahead does to the ratio of MariaDB to PostgreSQL there, by kind of keys.
WITH combinations AS (
    SELECT
        experiment,
        replace(curve_group, experiment || ' ', '')::JSON AS settings,
        if(starts_with(numerator_engine, 'postgresql'), 1 / ratio, ratio) AS ratio,
        read_bandwidth_mib_s = min(read_bandwidth_mib_s) OVER (PARTITION BY experiment) AS is_slow
    FROM engine_ratios
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE starts_with(experiment, 'sensitivity') AND metric = 'tps' AND phase = 'run'
),

named AS (
    SELECT
        experiment, ratio, is_slow,
        coalesce(settings ->> 'options.rand-type', 'uniform') AS keys,
        settings ->> 'device.read_ahead_kb' <> '0' AS has_read_ahead
    FROM combinations
)

SELECT
    replace(experiment, '-', '_') AS name,
    count(*) AS combinations,
    count(*) FILTER (ratio < 1) AS postgresql_leads,
    count(*) FILTER (ratio > 1) AS mariadb_leads,
    count(*) FILTER (ratio > 1 AND is_slow AND has_read_ahead AND keys = 'uniform') AS mariadb_leads_there,
    exp(avg(ln(ratio)) FILTER (is_slow AND has_read_ahead AND keys = 'uniform')
        - avg(ln(ratio)) FILTER (is_slow AND NOT has_read_ahead AND keys = 'uniform')) AS uniform_ratio,
    exp(avg(ln(ratio)) FILTER (is_slow AND has_read_ahead AND keys = 'special')
        - avg(ln(ratio)) FILTER (is_slow AND NOT has_read_ahead AND keys = 'special')) AS skewed_ratio
FROM named
GROUP BY experiment
ORDER BY name;
