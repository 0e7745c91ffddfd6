-- How many leads are recomputed for a slower and a faster processor of one engine, and how many of them remain.
SELECT
    count(*) FILTER (fate IN ('holds', 'lost', 'turns')) AS leads, count(*) FILTER (fate = 'holds') AS remaining,
    max(cpu_time_factor) AS most_ratio,
    count(*) FILTER (experiment = 'oltp-read-ahead' AND fate = 'holds')
    / count(*) FILTER (experiment = 'oltp-read-ahead' AND fate IN ('holds', 'lost', 'turns')) AS device_share,
    count(*) FILTER (experiment = 'scaling' AND fate = 'holds')
    / count(*) FILTER (experiment = 'scaling' AND fate IN ('holds', 'lost', 'turns')) AS memory_share
FROM (
    SELECT experiment, curve_group, read_bandwidth_mib_s, phase, numerator, denominator, max(fate) AS fate, max(cpu_time_factor) AS cpu_time_factor
    FROM data_cpu_time_ratios
    GROUP BY ALL
)
HAVING count(*) > 0;
