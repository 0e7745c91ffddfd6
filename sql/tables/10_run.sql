-- What was run: cells, their phases, what the runner did, and with what (scripts/parse/rows/run.py).
-- Times called *_ns are the guest's monotonic clock, here and in all tables. The table cells also has a
-- column for each of the device's settings (scripts/store/settings.py); a null bandwidth means no limit.

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

CREATE TABLE adjusted_settings (
    cell_id VARCHAR NOT NULL,
    setting VARCHAR NOT NULL,
    asked VARCHAR NOT NULL,
    runs_with VARCHAR,
    words VARCHAR NOT NULL
);
COMMENT ON TABLE adjusted_settings IS
    'A setting that the engine''s log says is not as the configuration asked for; runs_with is null where it was ignored.';

CREATE TABLE quietness (
    cell_id VARCHAR NOT NULL,
    attempt BIGINT NOT NULL,
    moment VARCHAR NOT NULL,
    load_average DOUBLE NOT NULL,
    busy_share DOUBLE,
    others_share DOUBLE,
    steal_share DOUBLE NOT NULL,
    work_ms DOUBLE,
    read_mib_s DOUBLE,
    write_mib_s DOUBLE,
    foreign_mib_s DOUBLE,
    problem VARCHAR
);
COMMENT ON TABLE quietness IS
    'A look at a host that measures in real time, before, during or after an attempt at a cell. Shares are of all CPUs'' time: of whatever ran while nothing of the cell did, of what ran beside the cell, of what the host''s own host took. A fixed piece of work and random reads and writes of the disk, which nothing holds back, calibrate both sides; null where a moment has no such figure, or an earlier version took none.';

CREATE TABLE parse_notes (
    cell_id VARCHAR NOT NULL,
    file VARCHAR NOT NULL,
    line BIGINT,
    message VARCHAR NOT NULL
);
COMMENT ON TABLE parse_notes IS
    'What could not be read of a cell: why it is parse_failed, or what a failed one lacks.';
