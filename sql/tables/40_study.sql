-- What the plan and the layers say of the whole study.

CREATE TABLE study (
    config_file VARCHAR NOT NULL,
    results_dir VARCHAR NOT NULL
);
COMMENT ON TABLE study IS
    'The configuration that was run, and where its results lie: what a repeated cell is named by.';

CREATE TABLE repeats (
    cell_id VARCHAR NOT NULL PRIMARY KEY,
    config_file VARCHAR NOT NULL,
    results_dir VARCHAR NOT NULL
);
COMMENT ON TABLE repeats IS
    'The study that measures a cell today, which the command that repeats it names. A published cell has no row if its packages, its machine or its settings have changed since.';

CREATE TABLE published (
    commit_id VARCHAR,
    committed_on DATE,
    rows_sha256 VARCHAR NOT NULL
);
COMMENT ON TABLE published IS
    'Of published rows: the commit that exported them, its date, and a hash of them all. Rows that were measured here and not published have no row.';

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

CREATE TABLE labs (
    lab VARCHAR NOT NULL PRIMARY KEY,
    deterministic BOOLEAN NOT NULL,
    snapshots BOOLEAN NOT NULL,
    real_time BOOLEAN NOT NULL,
    exclusive BOOLEAN NOT NULL,
    cpus INTEGER,
    clock VARCHAR NOT NULL
);
COMMENT ON TABLE labs IS
    'Where cells ran, and what can be relied on there (scripts/lab/lab.py says what each column means). Null CPUs: all that the host had.';

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

CREATE TABLE missing_tables (
    missing VARCHAR NOT NULL PRIMARY KEY,
    reason VARCHAR NOT NULL
);
COMMENT ON TABLE missing_tables IS
    'A table of statistics that is empty as its computation failed on these rows, or a claim''s query that did, and why.';

CREATE TABLE compared_operations (
    experiment VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    operation VARCHAR NOT NULL,
    PRIMARY KEY (experiment, phase)
);
COMMENT ON TABLE compared_operations IS
    'Phases of comparisons that are operations, and their names, as config/baskets/ has them; other phases prepare them.';
