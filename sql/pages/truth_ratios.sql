-- The ratio of the engines' transactions in virtual and in real time, with its interval; a single run has none.
SELECT
    split_part(r.experiment, '-', 1) AS load,
    real_time, numerator_engine, denominator_engine,
    r.read_bandwidth_mib_s, read_ahead_kb, repeats, ratio, low, high
FROM engine_ratio_either_way AS r
JOIN labs USING (lab)
JOIN (SELECT DISTINCT curve_group, lab, read_ahead_kb FROM cell_settings) USING (curve_group, lab)
WHERE r.experiment IN ('oltp-truth', 'tpcc-truth') AND metric = 'tps'
ORDER BY ALL;
