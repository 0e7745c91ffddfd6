-- Which engine commits more OLTP transactions, by the kernel's read-ahead: on the slowest device, and on one that limits requests per second;
-- on how many devices of the kind each engine leads, and which on the fastest.
SELECT
    format('{}kib_{}', if(iops_limit > 0, 'limited_', ''), read_ahead_kb) AS name,
    leader.split_part('-', 1) AS leader,
    lead_ratio,
    lead_low,
    read_ahead_kb,
    read_bandwidth_mib_s,
    iops_limit,
    count(*) OVER same AS devices,
    count(*) FILTER (is_settled AND leader.starts_with('postgresql')) OVER same AS postgresql_leads,
    count(*) FILTER (is_settled AND leader.starts_with('mariadb')) OVER same AS mariadb_leads,
    arg_max(leader, mib_s_per_gips) FILTER (is_settled) OVER same AS fastest_leader
FROM data_leaders
WHERE numerator_family = 'mariadb' AND denominator_family = 'postgresql'
WINDOW same AS (PARTITION BY iops_limit > 0, read_ahead_kb)
QUALIFY if(
    iops_limit > 0,
    row_number() OVER (PARTITION BY iops_limit > 0, read_ahead_kb ORDER BY iops_limit, mib_s_per_gips) = 1,
    mib_s_per_gips = coalesce(
        min(mib_s_per_gips) FILTER (experiment = 'steady' AND iops_limit = 0) OVER (),
        min(mib_s_per_gips) FILTER (iops_limit = 0) OVER ()
    )
)
ORDER BY iops_limit > 0, read_ahead_kb;
