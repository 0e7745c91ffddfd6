-- HammerDB's TPROC-C: its result with what was set and what the device did, and its time profile.
-- Its TPROC-H: the query sets and their queries.

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
    busy_share_of(busy_ns, w.duration_s) AS busy_share,
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

CREATE VIEW tproch_query_sets AS
SELECT
    s.*,
    phase,
    phase_index,
    w.workload,
    (json_extract(c.job_json, '$.dataset.scale_factor'))::BIGINT AS scale_factor,
    virtual_users,
    virtual_user,
    query_set,
    q.elapsed_s,
    queries_with_rows,
    query_s_geometric_mean,
    read_bytes / 1048576.0 AS phase_read_mib,
    write_bytes / 1048576.0 AS phase_write_mib,
    busy_share_of(busy_ns, w.duration_s) AS phase_busy_share,
    database_version,
    version AS hammerdb_version
FROM cell_settings AS s
JOIN cells AS c USING (cell_id)
JOIN hammerdb_query_sets AS q USING (cell_id)
JOIN device_work AS w USING (cell_id, phase)
ORDER BY cell_id, phase_index, virtual_user, query_set;
COMMENT ON VIEW tproch_query_sets IS
    'HammerDB''s own result of each query set of TPROC-H: its seconds, and the geometric mean of its queries'' times, of those that returned rows. What the device did is of the whole phase: all virtual users and query sets.';

CREATE VIEW tproch_queries AS
SELECT
    s.*,
    phase,
    virtual_user,
    query_set,
    position,
    query,
    elapsed_s
FROM cell_settings AS s
JOIN hammerdb_queries USING (cell_id)
ORDER BY cell_id, phase, virtual_user, query_set, position;
COMMENT ON VIEW tproch_queries IS
    'The time of each query of HammerDB''s TPROC-H, as HammerDB reports it, in the order they ran in.';
