-- How many leads are recomputed for a slower and a faster processor of one engine, and how many of them remain: those that
-- the table of leads that do not remain is made of.
SELECT
    count(*) FILTER (fate IN ('holds', 'lost', 'turns')) AS leads, count(*) FILTER (fate = 'holds') AS remaining,
    (SELECT min(cpu_time_factor) FROM cpu_time_ratios) AS least_factor,
    (SELECT max(cpu_time_factor) FROM cpu_time_ratios) AS most_factor,
    count(*) FILTER (experiment = 'oltp-read-ahead' AND fate = 'holds')
    / count(*) FILTER (experiment = 'oltp-read-ahead' AND fate IN ('holds', 'lost', 'turns')) AS device_share,
    count(*) FILTER (experiment = 'scaling' AND fate = 'holds')
    / count(*) FILTER (experiment = 'scaling' AND fate IN ('holds', 'lost', 'turns')) AS memory_share
FROM data_cpu_time_ratios
HAVING count(*) > 0;
