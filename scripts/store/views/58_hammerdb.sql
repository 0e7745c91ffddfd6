-- HammerDB's TPROC-C: its result with what was set and what the device did, and its time profile.

CREATE VIEW hammerdb_results AS
SELECT
    s.*,
    phase,
    phase_index,
    w.workload,
    (json_extract(c.job_json, '$.dataset.warehouses'))::BIGINT AS warehouses,
    virtual_users,
    rampup_min,
    duration_min,
    new_orders_per_min,
    transactions_per_min,
    failed_procedures,
    read_bytes / 4096.0 / w.duration_s AS read_pages_per_s,
    write_bytes / 4096.0 / w.duration_s AS write_pages_per_s,
    busy_ns / 1e9 / w.duration_s AS busy_share,
    database_version,
    version AS hammerdb_version
FROM cell_settings AS s
JOIN cells AS c USING (cell_id)
JOIN hammerdb_runs USING (cell_id)
JOIN device_work AS w USING (cell_id, phase)
ORDER BY cell_id, phase_index;
COMMENT ON VIEW hammerdb_results IS
    'HammerDB''s own result of each run of TPROC-C: new orders (NOPM) and transactions of the database (TPM) a minute of its timed minutes; the device''s share and pages are of the whole run, ramp-up included.';

CREATE VIEW hammerdb_latencies AS
SELECT
    s.*,
    phase,
    procedure,
    calls,
    latency_ms_avg,
    latency_ms_p50,
    latency_ms_p95,
    latency_ms_p99,
    latency_ms_max,
    elapsed_percent
FROM cell_settings AS s
JOIN hammerdb_timings USING (cell_id)
WHERE virtual_user IS NULL
ORDER BY cell_id, phase, procedure;
COMMENT ON VIEW hammerdb_latencies IS
    'HammerDB''s time profile of all virtual users together, by the kind of transaction; of the whole run, ramp-up included.';
