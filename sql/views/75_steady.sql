-- Ratios of engines at steady state, and whether they count. After the statistics tables, on which they stand.

CREATE VIEW steady_ratios AS
WITH checked AS (
    SELECT
        curve_group,
        lab,
        read_bandwidth_mib_s,
        engine,
        count(*) AS runs,
        count(*) FILTER (is_steady) AS steady_runs,
        list_sort(list_distinct(flatten(list(failed_checks)))) AS failed_checks
    FROM steady_checks
    WHERE phase = 'run'
    GROUP BY ALL
)

SELECT
    s.experiment,
    r.lab,
    r.read_bandwidth_mib_s,
    s.read_ahead_kb,
    r.numerator_engine,
    r.denominator_engine,
    r.ratio,
    r.low,
    r.high,
    r.repeats,
    n.runs + d.runs AS runs,
    n.steady_runs + d.steady_runs AS steady_runs,
    list_sort(list_distinct(list_concat(n.failed_checks, d.failed_checks))) AS failed_checks,
    list_filter([
        CASE WHEN n.steady_runs < n.runs THEN r.numerator_engine END,
        CASE WHEN d.steady_runs < d.runs THEN r.denominator_engine END
    ], lambda engine: engine IS NOT NULL) AS unsteady_engines,
    n.runs + d.runs = n.steady_runs + d.steady_runs AS is_verdict
FROM engine_ratios AS r
JOIN curve_settings AS s USING (curve_group, lab, read_bandwidth_mib_s)
JOIN checked AS n
    ON
        n.curve_group = r.curve_group AND n.lab = r.lab AND n.read_bandwidth_mib_s = r.read_bandwidth_mib_s
        AND n.engine = r.numerator_engine
JOIN checked AS d
    ON
        d.curve_group = r.curve_group AND d.lab = r.lab AND d.read_bandwidth_mib_s = r.read_bandwidth_mib_s
        AND d.engine = r.denominator_engine
WHERE s.experiment IN ('steady', 'steady-aged', 'steady-skewed') AND r.phase = 'run' AND r.metric = 'tps'
ORDER BY ALL;
COMMENT ON VIEW steady_ratios IS
    'Transactions of one engine over another''s at steady state, with fresh data and uniform keys (experiment steady), aged data, or skewed keys, of runs that differ by seed and accidents. A verdict where every run of both passes the checks of steady_checks.';

CREATE VIEW accident_spreads AS
WITH measured AS (
    SELECT
        lab,
        engine,
        factors_json->>'$.varied' AS varied,
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
