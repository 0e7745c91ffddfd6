-- How many leads are recomputed for a slower and a faster processor of one engine, and how many of them remain.
SELECT
    count(*) FILTER (fate IN ('holds', 'lost', 'turns')) AS leads, count(*) FILTER (fate = 'holds') AS remaining,
    (SELECT min(cpu_time_factor) FROM cpu_time_ratios) AS least_factor,
    (SELECT max(cpu_time_factor) FROM cpu_time_ratios) AS most_factor,
    count(*) FILTER (experiment = 'oltp-read-ahead' AND fate = 'holds')
    / count(*) FILTER (experiment = 'oltp-read-ahead' AND fate IN ('holds', 'lost', 'turns')) AS device_share,
    count(*) FILTER (experiment = 'scaling' AND fate = 'holds')
    / count(*) FILTER (experiment = 'scaling' AND fate IN ('holds', 'lost', 'turns')) AS memory_share
FROM (
    SELECT experiment, curve_group, read_bandwidth_mib_s, phase, numerator, denominator, max(fate) AS fate
    FROM data_cpu_time_ratios
    GROUP BY ALL
)
HAVING count(*) > 0;
