-- What the queries in sql/claims/ read, and the way from a claim to its cells. Claims are decided in
-- deterministic labs alone (deterministic_cells).

CREATE VIEW claim_cells AS
WITH named AS (
    SELECT experiment, unnest(from_json(claims_json, '["VARCHAR"]')) AS claim
    FROM experiments
)

SELECT claim, experiment, cell_id, status
FROM named
JOIN cells USING (experiment)
ORDER BY claim, experiment, cell_id;
COMMENT ON VIEW claim_cells IS
    'The cells that measure each claim: those of the experiments that name it.';

-- An engine's version as a list of numbers: as a text, 9.7 would come after 18.
CREATE MACRO engine_version(engine) AS
    coalesce(
        try_cast(string_split(regexp_extract(engine, '-([0-9]+(\.[0-9]+)*)$', 1), '.') AS INTEGER[]), [0]
    );

CREATE VIEW newest_engines AS
SELECT
    experiment,
    regexp_replace(engine, '-[0-9.]+$', '') AS engine_family,
    arg_max(engine, engine_version(engine)) AS engine
FROM cells
WHERE engine IS NOT NULL
GROUP BY ALL
ORDER BY ALL;
COMMENT ON VIEW newest_engines IS
    'The engine that stands for its family in claims: the newest that was planned.';

CREATE VIEW joins_of_shared_plans AS
WITH plans AS (
    SELECT DISTINCT engine_family, cell_id, query
    FROM plan_nodes
    JOIN cell_settings AS s USING (cell_id)
    SEMI JOIN newest_engines AS n ON s.experiment = n.experiment AND s.engine = n.engine
    SEMI JOIN deterministic_cells USING (cell_id)
    -- The plans of one seed, as the data are the same.
    WHERE s.experiment = 'olap-queries'
    QUALIFY cell_id = min(cell_id) OVER (PARTITION BY engine_family)
),

shared AS (
    SELECT one.engine_family, one.cell_id, other.engine_family AS other_family, query
    FROM plans AS one
    JOIN plans AS other USING (query)
    WHERE one.engine_family <> other.engine_family
)

SELECT
    engine_family,
    other_family,
    count(DISTINCT query) AS queries,
    sum(joins)::BIGINT AS joins,
    coalesce(sum(joins) FILTER (join_method = 'hash'), 0)::BIGINT AS hashed,
    coalesce(sum(joins) FILTER (join_method LIKE '%nested loop'), 0)::BIGINT AS nested
FROM shared
-- Queries without a join count, too.
LEFT JOIN join_methods USING (engine_family, cell_id, query)
GROUP BY ALL
HAVING sum(joins) > 0
ORDER BY engine_family, other_family;
COMMENT ON VIEW joins_of_shared_plans IS
    'The joins of an engine family in its plans of those of TPC-H''s 22 queries of which another family left a plan, too.';

CREATE VIEW claim_labs AS
SELECT experiment, lab
FROM shown_labs
WHERE deterministic
ORDER BY experiment;
COMMENT ON VIEW claim_labs IS
    'The lab in which the claims on each experiment are decided: of its deterministic labs the first. Without one, none is decided.';

CREATE VIEW claim_summary AS
SELECT *
FROM metric_summary
SEMI JOIN newest_engines USING (experiment, engine)
SEMI JOIN claim_labs USING (experiment, lab)
ORDER BY experiment, engine, bandwidth_mib_s, repeat_group, phase, metric;
COMMENT ON VIEW claim_summary IS
    'metric_summary of one engine per family, in the lab that claims are decided in.';

CREATE VIEW claim_ratios_of_curves AS
SELECT
    r.*,
    n.engine_family AS numerator,
    d.engine_family AS denominator
FROM engine_ratio_either_way AS r
JOIN newest_engines AS n
    ON n.experiment = r.experiment AND n.engine = numerator_engine
JOIN newest_engines AS d
    ON d.experiment = r.experiment AND d.engine = denominator_engine
SEMI JOIN claim_labs AS c ON c.experiment = r.experiment AND c.lab = r.lab
ORDER BY r.experiment, r.curve_group, phase, metric, numerator, denominator, bandwidth_mib_s;
COMMENT ON VIEW claim_ratios_of_curves IS
    'engine_ratio of one engine per family, each pair both ways, in the lab that claims are decided in.';

CREATE VIEW claim_ratios AS
SELECT *
FROM claim_ratios_of_curves
SEMI JOIN first_curves USING (experiment, curve_group)
ORDER BY experiment, phase, metric, numerator, denominator, bandwidth_mib_s;
COMMENT ON VIEW claim_ratios IS
    'claim_ratios_of_curves on the first curve of each experiment.';

CREATE VIEW claim_measures AS
SELECT s.*, factors
FROM claim_summary AS s
JOIN (SELECT repeat_group, lab, any_value(factors_json) AS factors FROM cells GROUP BY ALL) USING (repeat_group, lab)
ORDER BY experiment, engine, repeat_group, phase, metric;
COMMENT ON VIEW claim_measures IS
    'claim_summary with the factors of one seed.';

CREATE VIEW claim_rates AS
SELECT *
FROM claim_measures
WHERE metric = 'tps'
ORDER BY experiment, engine, repeat_group, phase;
COMMENT ON VIEW claim_rates IS
    'Transactions per second of one engine per family, in the lab that claims are decided in; factors are those of one seed. What sql/claims/compared/ selects from.';

CREATE VIEW lead_rates AS
SELECT *
FROM claim_rates
WHERE phase = 'run' AND read_ahead_kb = 128 AND experiment = (
    SELECT experiment
    FROM claim_rates
    WHERE experiment IN ('steady', 'oltp') AND read_ahead_kb = 128
    GROUP BY experiment
    HAVING count(DISTINCT read_bandwidth_mib_s) >= 3
    ORDER BY experiment = 'steady' DESC
    LIMIT 1
)
ORDER BY engine, read_bandwidth_mib_s;
COMMENT ON VIEW lead_rates IS
    'claim_rates by which claims on a lead over bandwidth are decided, with the kernel''s default read-ahead: of long runs with equal caches, where these were measured at three bandwidths or more, and else of short ones.';

CREATE VIEW claim_sides AS
SELECT
    claim,
    count(*) AS places,
    count(*) FILTER (side = 'above') AS above,
    count(*) FILTER (side = 'below') AS below,
    count(*) FILTER (side = 'alike') AS alike,
    count(*) FILTER (side = 'open') AS open,
    arg_min({'place': place, 'ratio': ratio, 'low': low, 'high': high}, ratio) AS least,
    arg_max({'place': place, 'ratio': ratio, 'low': low, 'high': high}, ratio) AS most,
    CASE WHEN open = 1 THEN format('Open at {}: {}', any_value(place) FILTER (side = 'open'),
        any_value(open_because) FILTER (side = 'open'))
        WHEN open > 1 THEN format('Open at {} of {}, such as {}: {}', open, places,
            arg_min(place, (reach, x)) FILTER (side = 'open'), arg_min(open_because, (reach, x)) FILTER (side = 'open'))
    END AS open_words
-- The open one that reaches the farthest is named, whose budget the page draws; without an envelope it is the last.
FROM (SELECT *, coalesce(low / high, 2) AS reach FROM claim_envelopes)
GROUP BY claim
ORDER BY claim;
COMMENT ON VIEW claim_sides IS
    'On which side of their bounds the envelopes of a claim lie, its least and its greatest ratio, and what holds the others open.';

CREATE VIEW scaling_summary AS
SELECT *
FROM claim_summary
WHERE experiment = 'scaling'
QUALIFY cpus = max(cpus) OVER ()
ORDER BY engine, threads, phase, metric;
COMMENT ON VIEW scaling_summary IS
    'claim_summary of clients and CPUs, on the machine with the most CPUs: what claims on contention are decided by.';

-- Ends the sentence that a claim's rates were decided by: what holds it open, or nothing.
CREATE MACRO open_note(words) AS coalesce('. ' || words, '');

-- A ratio with its envelope, if it has one.
CREATE MACRO envelope_words(ratio, low, high) AS
    CASE WHEN low IS NULL THEN format('{:.2f}', ratio) ELSE format('{:.2f} ({:.2f} to {:.2f})', ratio, low, high) END;

-- Ends the sentence that a verdict was decided by: why an interval leaves it open, or nothing.
CREATE MACRO interval_note(low, high, neutral) AS
    CASE
        WHEN low IS NULL OR high IS NULL THEN '; with one seed there is no interval'
        WHEN low <= neutral AND high >= neutral THEN format('; the interval includes {}', neutral)
        ELSE ''
    END;

-- The ends of a ratio's interval over repeats, or of the margin of single runs.
CREATE MACRO ratio_low(ratio, low) AS coalesce(low, ratio / single_run_margin());
CREATE MACRO ratio_high(ratio, high) AS coalesce(high, ratio * single_run_margin());

-- The ends of the interval of a ratio over its repeats, which are independent of each other; of one repeat, that margin.
CREATE MACRO repeats_high(ratios) AS ratio_high(
    geometric_mean(ratios),
    exp(avg(ln(ratios)) + student_t(count(ratios)) * stddev_samp(ln(ratios)) / sqrt(count(ratios)))
);
CREATE MACRO repeats_low(ratios) AS 1 / repeats_high(1 / (ratios));

-- Two figures, or the one that both are.
CREATE MACRO span(low, high) AS
    CASE WHEN low = high THEN format('{:.2f}', low) ELSE format('{:.2f} to {:.2f}', low, high) END;
