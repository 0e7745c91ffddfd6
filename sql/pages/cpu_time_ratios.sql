-- Each ratio of transactions as measured, and as it would be if the numerator's instructions took less or more
-- time. Of experiments in which the device's bandwidth and the processor decide: the model knows no flushes.
SELECT
    c.experiment, e.title, c.curve_group, c.read_bandwidth_mib_s, c.numerator_engine AS numerator,
    c.denominator_engine AS denominator, r.ratio, r.low, r.high, c.cpu_time_factor,
    c.ratio AS changed_ratio, c.low AS changed_low, c.high AS changed_high, c.model_share
FROM cpu_time_ratios AS c
JOIN engine_ratios AS r
    USING (experiment, lab, curve_group, read_bandwidth_mib_s, phase, numerator_engine, denominator_engine)
JOIN experiments AS e USING (experiment)
SEMI JOIN shown_labs USING (experiment, lab)
WHERE r.metric = 'tps' AND c.experiment IN ('oltp', 'oltp-read-ahead', 'tpcc')
ORDER BY ALL;
