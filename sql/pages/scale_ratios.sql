-- Ratios of the engines by size: transactions per second, and pages per transaction.
SELECT
    cache_mib, read_bandwidth_mib_s, read_ahead_kb, numerator_engine AS numerator, denominator_engine AS denominator,
    metric, ratio, low, high, repeats
FROM scale_ratios
SEMI JOIN (SELECT lab FROM shown_labs WHERE experiment = 'scale') USING (lab)
ORDER BY ALL;
