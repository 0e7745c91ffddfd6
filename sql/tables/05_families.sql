-- What scripts/engines says of the families of engines: the same for every study.

CREATE TABLE engine_families (
    family VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    server_packages VARCHAR NOT NULL,
    page_bytes BIGINT NOT NULL
);
COMMENT ON TABLE engine_families IS
    'A family of engines, what it is called, and the Debian packages that its server comes in, as a regular expression. A page has page_bytes unless a setting says otherwise.';

CREATE TABLE engine_measure_rules (
    family VARCHAR NOT NULL,
    measure VARCHAR NOT NULL,
    source VARCHAR NOT NULL,
    counter VARCHAR NOT NULL,
    object VARCHAR,
    moment VARCHAR NOT NULL,
    times DOUBLE NOT NULL,
    times_counter VARCHAR,
    by_relation BOOLEAN NOT NULL
);
COMMENT ON TABLE engine_measure_rules IS
    'Which counters of a family add up to a measure that all families share: a counter of a source (of one object of it, where that is named), its delta in a phase or its value after it, times a factor or another counter, for each table and index where by_relation.';

CREATE TABLE setting_measures (
    family VARCHAR NOT NULL,
    setting VARCHAR NOT NULL,
    measure VARCHAR NOT NULL
);
COMMENT ON TABLE setting_measures IS
    'A setting of a family whose real value a measure shows, where the engine''s log does not say it.';
