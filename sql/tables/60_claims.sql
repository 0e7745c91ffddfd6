-- What other documents claim (config/claims.yaml), and what the queries in sql/claims/ made of
-- it. The verdicts are filled last, from the finished tables above.

CREATE TABLE claim_sources (
    source VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    url VARCHAR,
    reference VARCHAR NOT NULL,
    set_up VARCHAR NOT NULL,
    differs VARCHAR NOT NULL,
    begun_with BOOLEAN NOT NULL
);
COMMENT ON TABLE claim_sources IS
    'A document whose claims are put to the test, and how its set-up differs from this one. begun_with: the study was begun to test it; the others are further literature.';

CREATE TABLE claims (
    claim VARCHAR NOT NULL,
    claim_index BIGINT NOT NULL,
    source VARCHAR NOT NULL,
    statement VARCHAR NOT NULL,
    in_short VARCHAR,
    published VARCHAR NOT NULL,
    published_low DOUBLE,
    published_high DOUBLE,
    measure VARCHAR NOT NULL,
    rule VARCHAR,
    differs VARCHAR,
    page VARCHAR,
    owes_nothing VARCHAR,
    not_comparable VARCHAR,
    settles VARCHAR,
    query_file VARCHAR,
    query VARCHAR
);
COMMENT ON TABLE claims IS
    'A published statement, its figures, what is measured for it, and the query that decides it (null: there is none). published_low, published_high: these figures as numbers, in the unit of the value in claim_verdicts; one of them alone is a bound. rule: its limits in words. owes_nothing: why its runs leave nothing to later ones. not_comparable: in what the source differs so much that its query gives a figure alone. settles: what would settle it, and what that costs.';

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
    'What this study''s cells say of each claim: reproduced, contradicted, another figure, depends on settings, open or not comparable; our figure with its interval, and the reason.';

CREATE TABLE claim_pairs (
    claim VARCHAR NOT NULL,
    place VARCHAR NOT NULL,
    x DOUBLE,
    metric VARCHAR NOT NULL DEFAULT 'tps',
    lab VARCHAR NOT NULL,
    numerator_group VARCHAR NOT NULL,
    numerator_phase VARCHAR NOT NULL,
    denominator_group VARCHAR NOT NULL,
    denominator_phase VARCHAR NOT NULL,
    least_bound DOUBLE NOT NULL,
    most_bound DOUBLE NOT NULL
);
COMMENT ON TABLE claim_pairs IS
    'The pairs of runs whose rates a claim compares, as sql/claims/compared/ selects them, and the bounds of their ratio.';

CREATE TABLE claim_envelopes (
    claim VARCHAR NOT NULL,
    place VARCHAR NOT NULL,
    numerator_engine VARCHAR NOT NULL,
    denominator_engine VARCHAR NOT NULL,
    x DOUBLE,
    ratio DOUBLE,
    low DOUBLE,
    high DOUBLE,
    side VARCHAR NOT NULL,
    open_because VARCHAR
);
COMMENT ON TABLE claim_envelopes IS
    'The ratio of each of claim_pairs with its envelope: all that may lie between the runs and steady state. Claims on rates are decided by it (docs/verdicts.md).';

CREATE TABLE claim_envelope_parts (
    claim VARCHAR NOT NULL,
    place VARCHAR NOT NULL,
    part VARCHAR NOT NULL,
    low DOUBLE NOT NULL,
    high DOUBLE NOT NULL
);
COMMENT ON TABLE claim_envelope_parts IS
    'What an envelope is made of: the interval of each part.';
