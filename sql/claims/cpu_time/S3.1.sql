-- Payments with deletes, at every bandwidth; the claim is about twice as many.
SELECT
    ratio, low, high, ratio_least, ratio_most, low_least, high_most, model_fits, read_bandwidth_mib_s,
    2 AS least_bound, 2 AS most_bound
FROM claim_cpu_time_bounds
WHERE (experiment, phase) = ('payments', 'pay') AND (numerator, denominator) = ('mariadb', 'mysql')
    AND contains(curve_group, 'with-deletes');
