-- What the last step in size does to each ratio, and whether it has converged.
SELECT
    read_bandwidth_mib_s, read_ahead_kb, numerator_engine AS numerator, denominator_engine AS denominator, metric,
    smaller_mib, larger_mib, smaller_ratio, larger_ratio, change, low, high, has_converged
FROM scale_changes
SEMI JOIN (SELECT lab FROM shown_labs WHERE experiment = 'scale') USING (lab)
ORDER BY ALL;
