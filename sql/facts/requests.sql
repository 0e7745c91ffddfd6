-- How many requests a transaction of OLTP makes on a device that limits them, by family of engines and read-ahead.
SELECT
    format('{}_{}', engine_family, s.read_ahead_kb) AS name,
    median((w.read_commands + w.write_commands) / transactions) AS requests
FROM cell_settings AS s
JOIN sysbench_totals USING (cell_id)
JOIN device_work AS w USING (cell_id, phase)
SEMI JOIN shown_labs ON shown_labs.experiment = s.experiment AND shown_labs.lab = s.lab
WHERE s.experiment = 'volumes' AND phase = 'run' AND s.iops_limit > 0
GROUP BY name
ORDER BY name;
