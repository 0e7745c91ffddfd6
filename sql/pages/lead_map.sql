-- Ratio of two engines at each bandwidth, read-ahead and kind of pipes: the map of experiment `oltp-map`.
WITH settings AS (
    SELECT DISTINCT curve_group, lab, read_bandwidth_mib_s, read_ahead_kb, pipes
    FROM cell_settings
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = 'oltp-map'
)

SELECT
    pipes, read_bandwidth_mib_s, read_ahead_kb, numerator_engine AS numerator, denominator_engine AS denominator,
    ratio, low, high, repeats
FROM engine_ratios
JOIN settings USING (curve_group, lab, read_bandwidth_mib_s)
WHERE phase = 'run' AND metric = 'tps'
ORDER BY ALL;
