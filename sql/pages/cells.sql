-- Every planned cell, finished or not.
SELECT
    cell_id, experiment, lab, engine, workload, status, reason, cause, read_bandwidth_mib_s,
    write_bandwidth_mib_s, read_latency_us, write_latency_us, flush_latency_us, read_ahead_kb,
    filesystem, engine_memory_mib, dataset, threads, seed, tuning_json, virtual_s, snapshot_id,
    deterministic, real_time, job_json
FROM cells
JOIN labs USING (lab)
ORDER BY cell_id;
