-- The tables of results.duckdb. Raw rows first, one table a class of scripts/parse/rows/ (a test
-- holds the two together), then what the plan and the layers say. The statistics' tables are in
-- schema_statistics.sql, summaries are views, in views/. Times called *_ns are the guest's
-- monotonic clock; a null bandwidth means no limit.

CREATE TABLE cells (
    cell_id VARCHAR NOT NULL,
    experiment VARCHAR NOT NULL,
    lab VARCHAR NOT NULL,
    engine VARCHAR,
    workload VARCHAR,
    dataset VARCHAR,
    dataset_kind VARCHAR,
    dataset_tables BIGINT,
    dataset_rows_per_table BIGINT,
    dataset_scale_factor DOUBLE,
    filesystem VARCHAR NOT NULL,
    engine_memory_mib BIGINT NOT NULL,
    read_bandwidth_mib_s DOUBLE,
    write_bandwidth_mib_s DOUBLE,
    read_latency_us DOUBLE,
    write_latency_us DOUBLE,
    flush_latency_us DOUBLE,
    read_ahead_kb BIGINT,
    device_mib BIGINT,
    threads BIGINT,
    traces VARCHAR NOT NULL,
    seed BIGINT NOT NULL,
    tuning_json VARCHAR NOT NULL,
    factors_json VARCHAR NOT NULL,
    repeat_group VARCHAR NOT NULL,
    curve_group VARCHAR NOT NULL,
    status VARCHAR NOT NULL,
    reason VARCHAR,
    cause VARCHAR,
    virtual_s DOUBLE,
    snapshot_id VARCHAR,
    job_json VARCHAR NOT NULL
);
COMMENT ON TABLE cells IS
    'A measurement: what was set, and how it ended. From job.json and outcome.json.';

CREATE TABLE phases (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    phase_index BIGINT NOT NULL,
    workload VARCHAR NOT NULL,
    begin_ns BIGINT NOT NULL,
    end_ns BIGINT NOT NULL,
    exit_code BIGINT NOT NULL,
    command VARCHAR NOT NULL,
    options_json VARCHAR NOT NULL
);
COMMENT ON TABLE phases IS
    'One run of a workload inside a cell, with the command that ran it.';

CREATE TABLE sysbench_intervals (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    time_s BIGINT NOT NULL,
    threads BIGINT NOT NULL,
    tps DOUBLE NOT NULL,
    qps DOUBLE NOT NULL,
    read_qps DOUBLE NOT NULL,
    write_qps DOUBLE NOT NULL,
    other_qps DOUBLE NOT NULL,
    latency_ms_p95 DOUBLE NOT NULL,
    errors_per_s DOUBLE NOT NULL,
    reconnects_per_s DOUBLE NOT NULL,
    queue_length BIGINT,
    queue_concurrency BIGINT
);
COMMENT ON TABLE sysbench_intervals IS
    'sysbench''s report of one second (--report-interval=1); queue_* only with --rate.';

CREATE TABLE sysbench_totals (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    version VARCHAR NOT NULL,
    random_seed BIGINT,
    target_tps BIGINT,
    read_queries BIGINT NOT NULL,
    write_queries BIGINT NOT NULL,
    other_queries BIGINT NOT NULL,
    queries BIGINT NOT NULL,
    qps DOUBLE NOT NULL,
    transactions BIGINT NOT NULL,
    tps DOUBLE NOT NULL,
    ignored_errors BIGINT NOT NULL,
    ignored_errors_per_s DOUBLE NOT NULL,
    reconnects BIGINT NOT NULL,
    reconnects_per_s DOUBLE NOT NULL,
    total_time_s DOUBLE NOT NULL,
    events BIGINT NOT NULL,
    latency_ms_min DOUBLE NOT NULL,
    latency_ms_avg DOUBLE NOT NULL,
    latency_ms_max DOUBLE NOT NULL,
    latency_ms_p95 DOUBLE NOT NULL,
    latency_ms_sum DOUBLE NOT NULL,
    events_per_thread_avg DOUBLE NOT NULL,
    events_per_thread_stddev DOUBLE NOT NULL,
    execution_time_per_thread_s_avg DOUBLE NOT NULL,
    execution_time_per_thread_s_stddev DOUBLE NOT NULL
);
COMMENT ON TABLE sysbench_totals IS
    'sysbench''s summary of a whole run.';

CREATE TABLE sysbench_histogram (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    bucket_index BIGINT NOT NULL,
    latency_ms DOUBLE NOT NULL,
    count BIGINT NOT NULL
);
COMMENT ON TABLE sysbench_histogram IS
    'A bucket of sysbench''s latency histogram; latency_ms is the bucket''s upper value.';

CREATE TABLE client_transactions (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    thread BIGINT NOT NULL,
    transaction_index BIGINT NOT NULL,
    "transaction" VARCHAR NOT NULL,
    begin_ns BIGINT NOT NULL,
    end_ns BIGINT NOT NULL,
    rolled_back BOOLEAN NOT NULL,
    retries BIGINT NOT NULL
);
COMMENT ON TABLE client_transactions IS
    'A transaction of a workload of several kinds (TPC-C), as its client saw it. rolled_back: as the workload wanted; retries: how often the engine made it begin anew.';

CREATE TABLE pgbench_runs (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    version VARCHAR NOT NULL,
    script VARCHAR NOT NULL,
    protocol VARCHAR NOT NULL,
    clients BIGINT NOT NULL,
    transactions BIGINT NOT NULL,
    failed_transactions BIGINT NOT NULL,
    tps DOUBLE NOT NULL,
    latency_ms_avg DOUBLE NOT NULL,
    latency_ms_stddev DOUBLE,
    connecting_ms DOUBLE NOT NULL
);
COMMENT ON TABLE pgbench_runs IS
    'pgbench''s summary of a whole run; connecting is in no other figure.';

CREATE TABLE pgbench_commands (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    command_index BIGINT NOT NULL,
    command VARCHAR NOT NULL,
    latency_ms_avg DOUBLE NOT NULL,
    failures BIGINT NOT NULL
);
COMMENT ON TABLE pgbench_commands IS
    'The mean time of one command of pgbench''s script; those with a backslash are its own.';

CREATE TABLE fio_jobs (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    job_index BIGINT NOT NULL,
    job VARCHAR NOT NULL,
    direction VARCHAR NOT NULL,
    access VARCHAR,
    io_engine VARCHAR,
    block_size_bytes BIGINT,
    io_depth BIGINT,
    direct BOOLEAN NOT NULL,
    fsync_every BIGINT,
    io_bytes BIGINT NOT NULL,
    ios BIGINT NOT NULL,
    bandwidth_bytes_s BIGINT NOT NULL,
    iops DOUBLE NOT NULL,
    runtime_ms BIGINT NOT NULL,
    short_ios BIGINT NOT NULL,
    drop_ios BIGINT NOT NULL,
    latency_ns_min BIGINT NOT NULL,
    latency_ns_mean DOUBLE NOT NULL,
    latency_ns_stddev DOUBLE NOT NULL,
    latency_ns_max BIGINT NOT NULL,
    latency_ns_p50 BIGINT,
    latency_ns_p95 BIGINT,
    latency_ns_p99 BIGINT,
    submission_latency_ns_mean DOUBLE NOT NULL,
    completion_latency_ns_mean DOUBLE NOT NULL,
    user_cpu_percent DOUBLE NOT NULL,
    system_cpu_percent DOUBLE NOT NULL,
    context_switches BIGINT NOT NULL
);
COMMENT ON TABLE fio_jobs IS
    'What fio measured for one job and one direction (read, write, trim).';

CREATE TABLE hammerdb_runs (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    version VARCHAR NOT NULL,
    job_id VARCHAR NOT NULL,
    database VARCHAR NOT NULL,
    database_version VARCHAR NOT NULL,
    virtual_users BIGINT NOT NULL,
    rampup_min BIGINT NOT NULL,
    duration_min BIGINT NOT NULL,
    new_orders_per_min BIGINT NOT NULL,
    transactions_per_min BIGINT NOT NULL,
    failed_procedures BIGINT NOT NULL
);
COMMENT ON TABLE hammerdb_runs IS
    'HammerDB''s result: new orders and the database''s own transactions a minute. failed_procedures counts calls that ended in an error, such as a deadlock''s victim.';

CREATE TABLE hammerdb_timings (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    virtual_user BIGINT,
    procedure VARCHAR NOT NULL,
    elapsed_ms DOUBLE NOT NULL,
    calls BIGINT NOT NULL,
    latency_ms_min DOUBLE NOT NULL,
    latency_ms_avg DOUBLE NOT NULL,
    latency_ms_max DOUBLE NOT NULL,
    latency_ms_sum DOUBLE NOT NULL,
    latency_ms_p99 DOUBLE NOT NULL,
    latency_ms_p95 DOUBLE NOT NULL,
    latency_ms_p75 DOUBLE NOT NULL,
    latency_ms_p50 DOUBLE NOT NULL,
    latency_ms_p25 DOUBLE NOT NULL,
    latency_ms_stddev DOUBLE NOT NULL,
    elapsed_percent DOUBLE NOT NULL
);
COMMENT ON TABLE hammerdb_timings IS
    'HammerDB''s time profile of one kind of transaction: of a virtual user, or of all (null). Of the run as a whole, its ramp-up included. elapsed_percent is the share of the users'' time.';

CREATE TABLE hammerdb_counts (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    reading_index BIGINT NOT NULL,
    time_s BIGINT NOT NULL,
    transactions_per_min BIGINT NOT NULL
);
COMMENT ON TABLE hammerdb_counts IS
    'A reading of HammerDB''s transaction counter, made into transactions a minute. time_s counts whole seconds from the first reading, which is always 0 transactions.';

CREATE TABLE hammerdb_query_sets (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    version VARCHAR NOT NULL,
    job_id VARCHAR NOT NULL,
    database VARCHAR NOT NULL,
    database_version VARCHAR NOT NULL,
    virtual_users BIGINT NOT NULL,
    virtual_user BIGINT NOT NULL,
    query_set BIGINT NOT NULL,
    elapsed_s BIGINT NOT NULL,
    queries_with_rows BIGINT NOT NULL,
    query_s_geometric_mean DOUBLE NOT NULL
);
COMMENT ON TABLE hammerdb_query_sets IS
    'A query set of HammerDB''s TPROC-H: 22 queries by one virtual user, one after the other. query_s_geometric_mean is HammerDB''s, of the times of the queries_with_rows. elapsed_s counts whole seconds.';

CREATE TABLE hammerdb_queries (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    virtual_user BIGINT NOT NULL,
    query_set BIGINT NOT NULL,
    position BIGINT NOT NULL,
    query BIGINT NOT NULL,
    elapsed_s DOUBLE NOT NULL
);
COMMENT ON TABLE hammerdb_queries IS
    'A query of a query set of HammerDB''s TPROC-H, by its number in TPC-H; position is its turn in the set. elapsed_s is HammerDB''s, in whole milliseconds.';

CREATE TABLE tool_messages (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    line BIGINT NOT NULL,
    severity VARCHAR NOT NULL,
    message VARCHAR NOT NULL
);
COMMENT ON TABLE tool_messages IS
    'A line that a tool logged beside its results: FATAL, ALERT, WARNING, note.';

CREATE TABLE device_counters (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    counter VARCHAR NOT NULL,
    before BIGINT NOT NULL,
    after BIGINT NOT NULL,
    delta BIGINT NOT NULL
);
COMMENT ON TABLE device_counters IS
    'The emulated device''s own counter around a phase: the ground truth.';

CREATE TABLE device_histograms (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    histogram VARCHAR NOT NULL,
    bucket_min_ns BIGINT NOT NULL,
    bucket_max_ns BIGINT,
    count BIGINT NOT NULL
);
COMMENT ON TABLE device_histograms IS
    'A bucket of the emulated device''s own histograms in a phase; both bounds included.';

CREATE TABLE device_steps (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    step_index BIGINT NOT NULL,
    time_ns BIGINT NOT NULL,
    knob VARCHAR NOT NULL,
    value BIGINT NOT NULL
);
COMMENT ON TABLE device_steps IS
    'A change of the emulated device''s dial while a phase ran, as the device had it.';

CREATE TABLE device_samples (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    time_ns BIGINT NOT NULL,
    counter VARCHAR NOT NULL,
    value BIGINT NOT NULL
);
COMMENT ON TABLE device_samples IS
    'A device counter sampled during a phase; value is since the device was loaded.';

CREATE TABLE engine_counters (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    source VARCHAR NOT NULL,
    object VARCHAR NOT NULL,
    counter VARCHAR NOT NULL,
    before DOUBLE,
    after DOUBLE,
    delta DOUBLE
);
COMMENT ON TABLE engine_counters IS
    'A number of an engine''s own views around a phase; null where a side has no such row.';

CREATE TABLE engine_texts (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    source VARCHAR NOT NULL,
    object VARCHAR NOT NULL,
    field VARCHAR NOT NULL,
    before VARCHAR,
    after VARCHAR
);
COMMENT ON TABLE engine_texts IS
    'What the engine''s views hold that is no number (status texts, time stamps, plans).';

CREATE TABLE system_counters (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    source VARCHAR NOT NULL,
    counter VARCHAR NOT NULL,
    before DOUBLE,
    after DOUBLE,
    delta DOUBLE
);
COMMENT ON TABLE system_counters IS
    'A number of the guest''s kernel around a phase: cgroups, /proc/stat, vmstat, diskstats.';

CREATE TABLE relations (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    relation VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    bytes BIGINT NOT NULL,
    rows BIGINT,
    depth BIGINT
);
COMMENT ON TABLE relations IS
    'The size of a table or index as its engine sees it; phase is before or after.';

CREATE TABLE statements (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    statement_index BIGINT NOT NULL,
    statement VARCHAR NOT NULL,
    begin_ns BIGINT NOT NULL,
    end_ns BIGINT NOT NULL,
    rows BIGINT,
    device_read_commands BIGINT,
    device_write_commands BIGINT,
    device_read_bytes BIGINT,
    device_write_bytes BIGINT,
    timed_out BOOLEAN NOT NULL
);
COMMENT ON TABLE statements IS
    'One SQL statement that the guest''s runner timed; device_* are deltas around it. One that had timed_out was given up by the server and has no rows.';

CREATE TABLE plan_nodes (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    query VARCHAR NOT NULL,
    node_index BIGINT NOT NULL,
    parent_index BIGINT,
    operator VARCHAR NOT NULL,
    join_method VARCHAR,
    relation VARCHAR,
    index_name VARCHAR,
    condition VARCHAR,
    loops BIGINT,
    rows DOUBLE,
    rows_estimated DOUBLE,
    time_ms DOUBLE,
    page_bytes BIGINT,
    hit_pages BIGINT,
    read_pages BIGINT
);
COMMENT ON TABLE plan_nodes IS
    'A node of a plan that an engine ran and measured; all figures of the node alone. rows and rows_estimated are those of all loops; pages are the engine''s own, of page_bytes. Null where the engine doesn''t tell.';

CREATE TABLE trace_values (
    cell_id VARCHAR NOT NULL,
    trace VARCHAR NOT NULL,
    begin_ns BIGINT,
    end_ns BIGINT,
    map VARCHAR NOT NULL,
    key VARCHAR NOT NULL,
    value DOUBLE NOT NULL
);
COMMENT ON TABLE trace_values IS
    'A value of a bpftrace map, gathered between begin_ns and end_ns (null: not said).';

CREATE TABLE trace_histograms (
    cell_id VARCHAR NOT NULL,
    trace VARCHAR NOT NULL,
    begin_ns BIGINT,
    end_ns BIGINT,
    map VARCHAR NOT NULL,
    key VARCHAR NOT NULL,
    bucket_min BIGINT,
    bucket_max BIGINT,
    count BIGINT NOT NULL
);
COMMENT ON TABLE trace_histograms IS
    'A bucket of a bpftrace histogram; both bounds included, null where open.';

CREATE TABLE trace_messages (
    cell_id VARCHAR NOT NULL,
    trace VARCHAR NOT NULL,
    line BIGINT NOT NULL,
    kind VARCHAR NOT NULL,
    message VARCHAR NOT NULL
);
COMMENT ON TABLE trace_messages IS
    'What a traced script said beside its maps: texts, attached probes, lost events.';

CREATE TABLE steps (
    cell_id VARCHAR NOT NULL,
    step_index BIGINT NOT NULL,
    step VARCHAR NOT NULL,
    begin_ns BIGINT NOT NULL,
    end_ns BIGINT NOT NULL
);
COMMENT ON TABLE steps IS
    'A step of the guest''s runner, timed.';

CREATE TABLE provenance (
    cell_id VARCHAR NOT NULL,
    key VARCHAR NOT NULL,
    value VARCHAR NOT NULL
);
COMMENT ON TABLE provenance IS
    'Versions and configuration files of a cell, as text.';

CREATE TABLE parse_notes (
    cell_id VARCHAR NOT NULL,
    file VARCHAR NOT NULL,
    line BIGINT,
    message VARCHAR NOT NULL
);
COMMENT ON TABLE parse_notes IS
    'What could not be read of a cell that failed or ran out of time.';

-- From the plan and the layers.

CREATE TABLE study (
    config_file VARCHAR NOT NULL,
    results_dir VARCHAR NOT NULL
);
COMMENT ON TABLE study IS
    'The configuration that was run, and where its results lie: what a repeated cell is named by.';

CREATE TABLE experiments (
    experiment VARCHAR NOT NULL,
    title VARCHAR,
    question VARCHAR,
    page VARCHAR,
    claims_json VARCHAR,
    factors_json VARCHAR,
    cells BIGINT NOT NULL
);
COMMENT ON TABLE experiments IS
    'A question of the plan, and how many cells answer it.';

CREATE TABLE layers (
    layer VARCHAR NOT NULL,
    suite VARCHAR,
    package VARCHAR NOT NULL,
    version VARCHAR NOT NULL
);
COMMENT ON TABLE layers IS
    'Every Debian package of the layers that the cells ran in, with its version.';

CREATE TABLE layer_images (
    layer VARCHAR NOT NULL,
    suite VARCHAR,
    image_sha256 VARCHAR,
    image_bytes BIGINT,
    lock_matches BOOLEAN
);
COMMENT ON TABLE layer_images IS
    'The image of each layer, and whether its packages are those of the lock in envs/.';
