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
    query_file VARCHAR,
    query VARCHAR
);
COMMENT ON TABLE claims IS
    'A published statement, its figures, what is measured for it, and the query that decides it (null: there is none). rule: its limits in words. held: why that query''s verdict does not stand for now.';

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
