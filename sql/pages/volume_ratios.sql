-- Ratio of two engines over read-ahead on devices that are limited by bandwidth, or by requests per second as well.
SELECT
    read_bandwidth_mib_s, iops_limit, read_ahead_kb, numerator_engine AS numerator, denominator_engine AS denominator,
    ratio, low, high, repeats
FROM engine_ratios AS r
JOIN curve_settings AS s USING (curve_group, lab, read_bandwidth_mib_s)
SEMI JOIN shown_labs ON shown_labs.experiment = r.experiment AND shown_labs.lab = r.lab
WHERE r.experiment = 'volumes' AND phase = 'run' AND metric = 'tps'
ORDER BY ALL;
