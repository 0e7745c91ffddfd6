-- Who makes more transactions at steady state, by bandwidth and read-ahead, and what holds it open.
SELECT
    experiment, read_bandwidth_mib_s, read_ahead_kb, numerator_engine AS numerator, denominator_engine AS denominator,
    ratio, low, high, repeats, open_because, is_verdict
FROM steady_ratios
SEMI JOIN shown_labs USING (experiment, lab)
ORDER BY ALL;
