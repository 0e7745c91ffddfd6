-- Which engine commits more OLTP transactions, by the kernel's read-ahead: on the slowest device, and on one that limits requests per second.
-- `server_mib_s` and `server_iops`: the device for a core of today's speed, as the map names it.
SELECT
    format('{}kib_{}', if(iops_limit > 0, 'limited_', ''), read_ahead_kb) AS name,
    leader.split_part('-', 1) AS leader,
    lead_ratio,
    lead_low,
    read_ahead_kb,
    read_bandwidth_mib_s,
    server_mib_s,
    server_iops,
    experiment IN ('steady', 'volumes') AS has_equal_caches
FROM data_leaders
WHERE numerator_family = 'mariadb' AND denominator_family = 'postgresql'
QUALIFY if(
    iops_limit > 0,
    row_number() OVER (PARTITION BY iops_limit > 0, read_ahead_kb ORDER BY iops_limit, mib_s_per_gips) = 1,
    mib_s_per_gips = coalesce(
        min(mib_s_per_gips) FILTER (experiment = 'steady' AND iops_limit = 0) OVER (),
        min(mib_s_per_gips) FILTER (iops_limit = 0) OVER ()
    )
)
ORDER BY iops_limit > 0, read_ahead_kb;
