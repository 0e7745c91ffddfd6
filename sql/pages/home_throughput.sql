-- Transactions per second of the workload that the home page draws, over the bandwidth, by engine: of its page's
-- summary (experiment/summary.sql) this measure alone, as the home page is to be light.
SELECT
    engine, read_bandwidth_mib_s, write_bandwidth_mib_s, bandwidth_mib_s_per_gips,
    metric AS measure, median, low, high, repeats
FROM metric_summary
SEMI JOIN first_curves USING (experiment, lab, curve_group)
WHERE experiment = 'oltp' AND phase = 'run' AND metric = 'tps' AND read_bandwidth_mib_s IS NOT NULL
ORDER BY engine, read_bandwidth_mib_s;
