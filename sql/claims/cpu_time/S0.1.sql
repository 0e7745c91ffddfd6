-- At the bandwidths around the published ones.
SELECT
    ratio, low, high, ratio_least, ratio_most, low_least, high_most, model_fits, read_bandwidth_mib_s,
    1 AS least_bound, 1 AS most_bound
FROM claim_cpu_time_bounds
WHERE (experiment, phase) = ('oltp-read-ahead', 'run') AND (numerator, denominator) = ('mariadb', 'postgresql')
    AND read_bandwidth_mib_s / gips BETWEEN 4 AND 32;
