-- What the clients that made the load say of it (scripts/parse/rows/clients.py).

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
    latency_ms_p95 DOUBLE,
    errors_per_s DOUBLE NOT NULL,
    reconnects_per_s DOUBLE NOT NULL,
    queue_length BIGINT,
    queue_concurrency BIGINT
);
COMMENT ON TABLE sysbench_intervals IS
    'sysbench''s report of one second (--report-interval=1); queue_* only with --rate. A percentile is null where it is more than sysbench''s histogram holds, 100 s.';

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
    latency_ms_p95 DOUBLE,
    latency_ms_sum DOUBLE NOT NULL,
    events_per_thread_avg DOUBLE NOT NULL,
    events_per_thread_stddev DOUBLE NOT NULL,
    execution_time_per_thread_s_avg DOUBLE NOT NULL,
    execution_time_per_thread_s_stddev DOUBLE NOT NULL
);
COMMENT ON TABLE sysbench_totals IS
    'sysbench''s summary of a whole run; a percentile is null where it is more than 100 s.';

CREATE TABLE sysbench_histogram (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    bucket_index BIGINT NOT NULL,
    latency_ms DOUBLE,
    count BIGINT NOT NULL
);
COMMENT ON TABLE sysbench_histogram IS
    'A bucket of sysbench''s latency histogram; latency_ms is the bucket''s upper value, null for the last, which holds all that took longer.';

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

CREATE TABLE tool_messages (
    cell_id VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    line BIGINT NOT NULL,
    severity VARCHAR NOT NULL,
    message VARCHAR NOT NULL
);
COMMENT ON TABLE tool_messages IS
    'A line that a tool logged beside its results: FATAL, ALERT, WARNING, note.';

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
    latency_ns_min BIGINT,
    latency_ns_mean DOUBLE,
    latency_ns_stddev DOUBLE,
    latency_ns_max BIGINT,
    latency_ns_p50 BIGINT,
    latency_ns_p95 BIGINT,
    latency_ns_p99 BIGINT,
    submission_latency_ns_mean DOUBLE,
    completion_latency_ns_mean DOUBLE,
    user_cpu_percent DOUBLE NOT NULL,
    system_cpu_percent DOUBLE NOT NULL,
    context_switches BIGINT NOT NULL
);
COMMENT ON TABLE fio_jobs IS
    'What fio measured for one job and one direction (read, write, trim), and what it did there: null is a size that was not the same for all requests, a depth that was asked for and not reached, a latency that fio was told not to measure, and what is told of one of several jobs alone that fio reports as one.';

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
    'A node of a plan that an engine ran and measured; all figures of the node alone. rows and rows_estimated are those of all loops; pages are the engine''s own, of page_bytes. Null where the engine doesn''t report it.';
