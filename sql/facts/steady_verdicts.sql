-- How many of the comparisons in long runs are settled, and how long the shortest run with fresh data and uniform keys is, whose ratios
-- facts/steady.sql has.
SELECT count(*) AS comparisons, count(*) FILTER (is_verdict) AS settled,
    (SELECT min(measured_s) FROM data_steady_checks WHERE experiment = 'steady') AS least_s
FROM data_steady_ratios
HAVING count(*) > 0;
