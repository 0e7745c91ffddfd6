-- Which engine commits more OLTP transactions on a device that limits requests per second, by read-ahead.
SELECT
    format('kib_{}', read_ahead_kb) AS name,
    if(ratio > 1, 'mariadb', 'postgresql') AS leader,
    if(ratio > 1, ratio, 1 / ratio) AS lead_ratio,
    if(ratio > 1, low, 1 / high) AS lead_low,
    iops_limit,
    read_bandwidth_mib_s
FROM data_leaders
WHERE numerator_family = 'mariadb' AND denominator_family = 'postgresql' AND iops_limit > 0
QUALIFY row_number() OVER (PARTITION BY read_ahead_kb ORDER BY iops_limit, mib_s_per_gips) = 1
ORDER BY read_ahead_kb;
