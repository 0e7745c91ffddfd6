-- Median and interval of every measure over the seeds, by engine and bandwidth.
SELECT
    engine, read_bandwidth_mib_s, write_bandwidth_mib_s, bandwidth_mib_s_per_gips,
    metric AS measure, median, low, high, repeats, interval_method
FROM metric_summary
SEMI JOIN first_curves USING (experiment, lab, curve_group)
WHERE experiment = $experiment AND is_wanted(phase, $phases) AND read_bandwidth_mib_s IS NOT NULL
ORDER BY measure, engine, read_bandwidth_mib_s;
