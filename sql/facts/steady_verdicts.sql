-- How many of the comparisons in long runs are settled.
SELECT count(*) AS comparisons, count(*) FILTER (is_verdict) AS settled,
    (SELECT min(measured_s) FROM data_steady_checks) AS least_s
FROM data_steady_ratios
HAVING count(*) > 0;
