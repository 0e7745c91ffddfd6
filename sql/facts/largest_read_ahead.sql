-- Which engine commits more OLTP transactions with the largest read-ahead, on the slowest device that it was measured on without a limit of
-- requests.
SELECT leader.split_part('-', 1) AS leader, lead_ratio, lead_low, read_ahead_kb
FROM data_leaders
WHERE numerator_family = 'mariadb' AND denominator_family = 'postgresql' AND iops_limit = 0
QUALIFY row_number() OVER (ORDER BY read_ahead_kb DESC, mib_s_per_gips) = 1;
