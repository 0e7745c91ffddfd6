-- How many of the comparisons in long runs are settled, and how long the shortest run with fresh data and uniform keys is: on the slowest
-- device, whose ratios facts/steady.sql has.
WITH slowest AS (
    SELECT min(read_bandwidth_mib_s) AS mib_s FROM data_steady_ratios WHERE experiment = 'steady'
)

SELECT
    count(*) AS comparisons, count(*) FILTER (is_verdict) AS settled,
    (
        SELECT min(measured_s)
        FROM data_steady_checks
        WHERE experiment = 'steady' AND read_bandwidth_mib_s = mib_s
    ) AS least_s
FROM data_steady_ratios
JOIN slowest ON read_bandwidth_mib_s = mib_s
GROUP BY mib_s;
