-- What HammerDB says (scripts/parse/rows/hammerdb.py).

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
    'HammerDB''s result: new orders and the database''s own transactions per minute. failed_procedures is 0, as a run in which a call ended in an error is not accepted.';

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
    'A reading of HammerDB''s transaction counter, made into transactions per minute. time_s counts whole seconds from the first reading, which is always 0 transactions.';

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
