-- What came of it: its measures, and those of fio, by phase. Two cells are compared by those of which it is
-- known whether more or less is better.
WITH measures AS (
    SELECT cell_id, phase, metric AS measure, value, 'cell_metrics' AS source, better
    FROM cell_metrics
    LEFT JOIN judged_measures USING (metric)
    UNION ALL
    SELECT
        cell_id, phase, direction || ' bandwidth, MiB/s', fio_bandwidth_mib_s, 'calibration', 'more'
    FROM calibration
    UNION ALL
    SELECT
        cell_id, phase, direction || ' latency, mean, µs', fio_latency_us_mean, 'calibration', 'less'
    FROM calibration
)

SELECT cell_id, phase, measure, value, source, better
FROM measures
LEFT JOIN phases USING (cell_id, phase)
WHERE value IS NOT NULL
ORDER BY cell_id, phase_index, measure;
