-- The ratio of the engines at each combination of the factors of such an experiment, all else being the same.
SELECT DISTINCT
    r.experiment, r.numerator_engine, r.denominator_engine, r.curve_group, r.read_bandwidth_mib_s,
    r.ratio, (
        SELECT min(c.cell_id)
        FROM cells AS c
        JOIN cell_settings AS s USING (cell_id)
        WHERE c.curve_group = r.curve_group AND c.engine = r.numerator_engine
            AND s.read_bandwidth_mib_s = r.read_bandwidth_mib_s
    ) AS cell_id
FROM engine_ratios AS r
SEMI JOIN shown_labs USING (experiment, lab)
SEMI JOIN factor_effects USING (experiment, lab, phase)
WHERE r.metric = 'tps' AND r.phase = 'run'
ORDER BY r.experiment, r.numerator_engine, r.denominator_engine, r.ratio, r.curve_group, r.read_bandwidth_mib_s;
