-- Which engine commits more OLTP transactions on the slowest device, by the kernel's read-ahead.
SELECT
    format('kib_{}', read_ahead_kb) AS name,
    if(ratio > 1, 'mariadb', 'postgresql') AS leader,
    if(ratio > 1, ratio, 1 / ratio) AS lead_ratio,
    if(ratio > 1, low, 1 / high) AS lead_low,
    read_ahead_kb,
    read_bandwidth_mib_s
FROM data_leaders
WHERE numerator_family = 'mariadb' AND denominator_family = 'postgresql' AND iops_limit = 0
QUALIFY mib_s_per_gips = coalesce(min(mib_s_per_gips) FILTER (experiment = 'steady') OVER (), min(mib_s_per_gips) OVER ())
ORDER BY read_ahead_kb;
