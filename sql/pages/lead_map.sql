-- Ratio of two engines at each bandwidth, read-ahead and kind of pipes: the map of experiment `oltp-map`.
SELECT
    pipes, read_bandwidth_mib_s, read_ahead_kb, numerator_engine AS numerator, denominator_engine AS denominator,
    ratio, low, high, repeats
FROM engine_ratios AS r
JOIN curve_settings AS s USING (curve_group, lab, read_bandwidth_mib_s)
SEMI JOIN shown_labs ON shown_labs.experiment = r.experiment AND shown_labs.lab = r.lab
WHERE r.experiment = 'oltp-map' AND phase = 'run' AND metric = 'tps'
ORDER BY ALL;
