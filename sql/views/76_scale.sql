-- The same comparison at several sizes, with all proportions kept: experiment `scale`. Whether the ratios
-- of the engines have converged at the largest, and whether it is the same engine that leads at each.

CREATE VIEW scale_ratios AS
SELECT
    r.lab,
    s.cache_mib,
    r.read_bandwidth_mib_s,
    s.read_ahead_kb,
    r.numerator_engine,
    r.denominator_engine,
    r.metric,
    r.ratio,
    r.low,
    r.high,
    r.repeats
FROM engine_ratios AS r
JOIN curve_settings AS s USING (curve_group, lab, read_bandwidth_mib_s)
WHERE r.experiment = 'scale' AND r.phase = 'run' AND r.metric IN ('tps', 'pages_per_transaction')
ORDER BY ALL;
COMMENT ON VIEW scale_ratios IS
    'Ratio of two engines in transactions per second and in pages per transaction, by what each engine can cache; data, logs, checkpoints and transactions grow with it.';

CREATE VIEW scale_changes AS
WITH ordered AS (
    SELECT
        *,
        row_number() OVER (
            PARTITION BY lab, read_bandwidth_mib_s, read_ahead_kb, numerator_engine, denominator_engine, metric
            ORDER BY cache_mib DESC
        ) AS place
    FROM scale_ratios
)

SELECT
    a.lab,
    a.read_bandwidth_mib_s,
    a.read_ahead_kb,
    a.numerator_engine,
    a.denominator_engine,
    a.metric,
    b.cache_mib AS smaller_mib,
    a.cache_mib AS larger_mib,
    b.ratio AS smaller_ratio,
    a.ratio AS larger_ratio,
    a.ratio / b.ratio AS change,
    a.low / b.high AS low,
    a.high / b.low AS high,
    change BETWEEN 1 / 1.05 AND 1.05 AS has_converged
FROM ordered AS a
JOIN ordered AS b
    USING (lab, read_bandwidth_mib_s, read_ahead_kb, numerator_engine, denominator_engine, metric)
WHERE a.place = 1 AND b.place = 2
ORDER BY ALL;
COMMENT ON VIEW scale_changes IS
    'What the last step in size does to each ratio of scale_ratios; the bounds are those of the quotient of two intervals. Converged: by at most 5 %, fixed before the first run.';

CREATE VIEW scale_leads AS
WITH transactions AS (
    SELECT r.*, s.cache_mib, s.read_ahead_kb
    FROM engine_ratio_either_way AS r
    JOIN curve_settings AS s USING (curve_group, lab, read_bandwidth_mib_s)
    -- One run of each engine has no interval, and nobody is known to be ahead.
    WHERE r.experiment = 'scale' AND phase = 'run' AND metric = 'tps' AND low IS NOT NULL
),

leads AS (
    SELECT
        lab,
        cache_mib,
        numerator_engine,
        denominator_engine,
        count(*) AS settings,
        count(*) FILTER (low > 1) AS ahead,
        count(*) FILTER (high < 1) AS behind
    FROM transactions
    GROUP BY ALL
),

changes AS (
    -- At the largest read-ahead, the kernel's default, from the slowest device to the fastest.
    SELECT
        lab,
        cache_mib,
        numerator_engine,
        denominator_engine,
        arg_max(low, read_bandwidth_mib_s) / arg_min(high, read_bandwidth_mib_s) AS change_low,
        arg_max(high, read_bandwidth_mib_s) / arg_min(low, read_bandwidth_mib_s) AS change_high
    FROM transactions
    SEMI JOIN (SELECT max(read_ahead_kb) AS read_ahead_kb FROM transactions) USING (read_ahead_kb)
    GROUP BY ALL
    HAVING count(*) > 1
)

SELECT *
FROM leads
LEFT JOIN changes USING (lab, cache_mib, numerator_engine, denominator_engine)
ORDER BY ALL;
COMMENT ON VIEW scale_leads IS
    'At each size of experiment scale, at how many settings one engine is ahead of another and behind it, and the factor by which its ratio changes from the slowest device to the fastest. Pairs are here both ways.';
