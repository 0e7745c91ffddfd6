-- Ratios of engines at steady state, and whether they count. After the statistics tables, on which they stand.

CREATE VIEW steady_ratios AS
WITH groups AS (
    SELECT DISTINCT experiment, lab, curve_group, repeat_group, engine, read_bandwidth_mib_s, read_ahead_kb
    FROM cell_settings
    WHERE experiment IN ('steady', 'steady-aged', 'steady-skewed')
),

judged AS (
    SELECT DISTINCT ON (lab, numerator_group, denominator_group) lab, numerator_group, denominator_group, low, high, side,
        open_because
    FROM claim_pairs
    JOIN claim_envelopes USING (claim, place)
    WHERE metric = 'tps' AND numerator_phase = 'run' AND denominator_phase = 'run'
    ORDER BY claim
)

SELECT
    n.experiment,
    r.lab,
    r.read_bandwidth_mib_s,
    n.read_ahead_kb,
    r.numerator_engine,
    r.denominator_engine,
    r.ratio,
    j.low,
    j.high,
    r.repeats,
    j.open_because,
    coalesce(side <> 'open', FALSE) AS is_verdict
FROM engine_ratios AS r
JOIN groups AS n
    ON n.curve_group = r.curve_group AND n.lab = r.lab AND n.read_bandwidth_mib_s = r.read_bandwidth_mib_s
        AND n.engine = r.numerator_engine
JOIN groups AS d
    ON d.curve_group = r.curve_group AND d.lab = r.lab AND d.read_bandwidth_mib_s = r.read_bandwidth_mib_s
        AND d.engine = r.denominator_engine
LEFT JOIN judged AS j
    ON j.lab = r.lab AND j.numerator_group = n.repeat_group AND j.denominator_group = d.repeat_group
WHERE r.phase = 'run' AND r.metric = 'tps'
ORDER BY ALL;
COMMENT ON VIEW steady_ratios IS
    'Transactions of one engine over another''s in long runs, with fresh data and uniform keys (experiment steady), aged data, or skewed keys, with the envelope that claims on rates are decided by. A verdict where the whole of it lies on one side.';

CREATE VIEW accident_spreads AS
WITH measured AS (
    SELECT
        lab,
        engine,
        factors_json ->> '$.varied' AS varied,
        metric,
        value
    FROM cell_metrics
    JOIN cells USING (cell_id, lab, engine)
    WHERE cell_metrics.experiment = 'accidents' AND phase = 'run' AND value > 0
        AND metric IN ('tps', 'latency_ms_p95', 'pages_per_transaction', 'engine_instructions_per_transaction')
)

SELECT
    lab,
    engine,
    metric,
    varied,
    count(*) AS runs,
    min(value) AS lowest,
    max(value) AS highest,
    stddev_samp(ln(value)) AS deviation
FROM measured
GROUP BY ALL
HAVING count(*) > 1
ORDER BY ALL;
COMMENT ON VIEW accident_spreads IS
    'Standard deviation of the logarithm of a measure over runs that differ by accidents alone (the same keys in each), or by seeds and accidents.';
