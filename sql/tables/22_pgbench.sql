-- What pgbench says (scripts/parse/rows/pgbench.py).

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
