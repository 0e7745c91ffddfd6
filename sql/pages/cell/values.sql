-- What came of it: its measures, and those of fio, by phase.
WITH measures AS (
    SELECT cell_id, phase, metric AS measure, value, 'cell_metrics' AS source
    FROM cell_metrics
    UNION ALL
    SELECT
        cell_id, phase, direction || ' bandwidth, MiB/s', fio_bandwidth_mib_s, 'calibration'
    FROM calibration
    UNION ALL
    SELECT cell_id, phase, direction || ' latency, mean, µs', fio_latency_us_mean, 'calibration'
    FROM calibration
)

SELECT cell_id, phase, measure, value, source
FROM measures
LEFT JOIN phases USING (cell_id, phase)
WHERE value IS NOT NULL
ORDER BY cell_id, phase_index, measure;
