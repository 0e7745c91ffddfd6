-- At every bandwidth.
SELECT
    ratio, low, high, ratio_least, ratio_most, low_least, high_most, model_fits, read_bandwidth_mib_s,
    1 AS least_bound, 1 AS most_bound
FROM claim_cpu_time_bounds
WHERE (experiment, phase) = ('tpcc', 'run') AND (numerator, denominator) = ('postgresql', 'mysql');
