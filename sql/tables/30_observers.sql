-- What device, engine, kernel and tracing counted (scripts/parse/rows/observers.py).

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
    setting VARCHAR NOT NULL,
    value DOUBLE NOT NULL
);
COMMENT ON TABLE device_steps IS
    'A change of a setting while a phase ran, as the device had it; a choice by its number.';

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
    'What the engine''s views hold that is not a number (status texts, time stamps, plans).';

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
