-- What was set, how it ended, and what the command that repeats it is made of: one row for each cell.
SELECT
    cell_id, experiment, title, question, page, lab, engine, workload, status, reason, cause,
    d.* EXCLUDE (cell_id), filesystem, engine_memory_mib, dataset, threads, seed, tuning_json,
    virtual_s, snapshot_id, deterministic, real_time, problem AS disturbance, config_file,
    results_dir, c.factors_json, job_json
FROM cells AS c
JOIN device_settings AS d USING (cell_id)
JOIN labs USING (lab)
LEFT JOIN experiments USING (experiment)
LEFT JOIN disturbed_cells USING (cell_id)
LEFT JOIN repeats USING (cell_id)
ORDER BY cell_id;
