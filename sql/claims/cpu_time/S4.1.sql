-- With the most CPUs; what counts as alike lies between two bounds.
SELECT
    ratio, low, high, ratio_least, ratio_most, low_least, high_most, model_fits, read_bandwidth_mib_s,
    1 / 1.25 AS least_bound, 1.25::DOUBLE AS most_bound
FROM claim_cpu_time_bounds
WHERE (experiment, phase) = ('scaling', 'select') AND (numerator, denominator) = ('mysql', 'postgresql')
QUALIFY cpus = max(cpus) OVER ();
