-- What other documents claim (config/claims.yaml), and what the queries in sql/claims/ made of
-- it. The verdicts are filled last, from the finished tables above.

CREATE TABLE claim_sources (
    source VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    reference VARCHAR NOT NULL,
    set_up VARCHAR NOT NULL,
    differs VARCHAR NOT NULL
);
COMMENT ON TABLE claim_sources IS
    'A document whose claims are put to the test, and how its set-up differs from this one.';

CREATE TABLE claims (
    claim VARCHAR NOT NULL,
    claim_index BIGINT NOT NULL,
    source VARCHAR NOT NULL,
    statement VARCHAR NOT NULL,
    published VARCHAR NOT NULL,
    measure VARCHAR NOT NULL,
    rule VARCHAR,
    differs VARCHAR,
    page VARCHAR,
    held VARCHAR,
    not_recomputed VARCHAR,
    query_file VARCHAR,
    query VARCHAR
);
COMMENT ON TABLE claims IS
    'A published statement, its figures, what is measured for it, and the query that decides it (null: there is none). rule: its limits in words. held: why that query''s verdict does not stand for now. not_recomputed: why its ratios are not computed for another CPU time.';

CREATE TABLE claim_verdicts (
    claim VARCHAR NOT NULL,
    verdict VARCHAR NOT NULL,
    value DOUBLE,
    low DOUBLE,
    high DOUBLE,
    unit VARCHAR,
    reason VARCHAR
);
COMMENT ON TABLE claim_verdicts IS
    'What this study''s cells say of each claim: reproduced, contradicted, depends on settings, undecided or can''t be tested here; our figure with its interval, and the reason.';

CREATE TABLE claim_cpu_time_ratios (
    claim VARCHAR NOT NULL,
    ratio DOUBLE NOT NULL,
    low DOUBLE,
    high DOUBLE,
    ratio_least DOUBLE NOT NULL,
    ratio_most DOUBLE NOT NULL,
    low_least DOUBLE,
    high_most DOUBLE,
    model_fits BOOLEAN NOT NULL,
    read_bandwidth_mib_s DOUBLE,
    least_bound DOUBLE NOT NULL,
    most_bound DOUBLE NOT NULL
);
COMMENT ON TABLE claim_cpu_time_ratios IS
    'A ratio of throughput that a claim compares, as sql/claims/cpu_time/ selects it, and what it becomes if the CPU time of either engine is multiplied by 0.77 or 1.3. It is about the side of least_bound and most_bound that the ratio is on, or whether it is between them.';
