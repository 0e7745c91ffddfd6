-- At the greatest bandwidth of each curve, on one core and on several, with devices at full speed.
SELECT
    ratio, low, high, ratio_least, ratio_most, low_least, high_most, model_fits, read_bandwidth_mib_s,
    1 AS least_bound, 1 AS most_bound
FROM claim_cpu_time_bounds
WHERE (experiment = 'oltp' OR experiment = 'cores' AND read_latency_us <= 20) AND phase = 'run'
    AND (numerator, denominator) = ('postgresql', 'mariadb')
QUALIFY read_bandwidth_mib_s = max(read_bandwidth_mib_s) OVER (PARTITION BY curve_group);
