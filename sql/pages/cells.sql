-- Every planned cell, finished or not.
SELECT
    cell_id, experiment, lab, engine, workload, status, reason, cause, d.* EXCLUDE (cell_id),
    filesystem, engine_memory_mib, dataset, threads, seed, tuning_json, virtual_s, snapshot_id,
    deterministic, real_time, problem AS disturbance, job_json
FROM cells
JOIN device_settings AS d USING (cell_id)
JOIN labs USING (lab)
LEFT JOIN disturbed_cells USING (cell_id)
ORDER BY cell_id;
