-- Ratio of two engines with equal limits of memory and with equal caches, and how large their caches were.
WITH caches AS (
    SELECT s.curve_group, s.lab, s.read_bandwidth_mib_s, s.engine, median(value) / 1048576 AS cache_mib
    FROM cell_settings AS s
    JOIN engine_measures USING (cell_id)
    WHERE s.experiment = 'cache-share' AND phase = 'run' AND measure = 'cache_bytes'
    GROUP BY ALL
)

SELECT
    memory, read_bandwidth_mib_s, read_ahead_kb, numerator_engine AS numerator, denominator_engine AS denominator,
    ratio, low, high, repeats, n.cache_mib AS numerator_cache_mib, d.cache_mib AS denominator_cache_mib
FROM engine_ratios AS r
JOIN curve_settings USING (curve_group, lab, read_bandwidth_mib_s)
LEFT JOIN caches AS n
    ON n.curve_group = r.curve_group AND n.lab = r.lab AND n.read_bandwidth_mib_s = r.read_bandwidth_mib_s
    AND n.engine = numerator_engine
LEFT JOIN caches AS d
    ON d.curve_group = r.curve_group AND d.lab = r.lab AND d.read_bandwidth_mib_s = r.read_bandwidth_mib_s
    AND d.engine = denominator_engine
SEMI JOIN shown_labs ON shown_labs.experiment = r.experiment AND shown_labs.lab = r.lab
WHERE r.experiment = 'cache-share' AND phase = 'run' AND metric = 'tps'
ORDER BY ALL;
