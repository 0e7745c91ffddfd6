-- The same comparison at several sizes, with all proportions kept: experiment `scale`. Whether the ratios
-- of the engines have converged at the largest, and whether the claims on OLTP have one verdict at all.

CREATE VIEW scale_ratios AS
WITH settings AS (
    SELECT DISTINCT
        s.curve_group,
        s.lab,
        s.read_bandwidth_mib_s,
        s.read_ahead_kb,
        regexp_extract(factors_json->>'$.size', '(\d+)')::BIGINT AS cache_mib
    FROM cell_settings AS s
    JOIN cells USING (cell_id)
    WHERE s.experiment = 'scale'
)

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
JOIN settings AS s USING (curve_group, lab, read_bandwidth_mib_s)
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

CREATE VIEW scale_claims AS
WITH transactions AS (
    -- MariaDB over PostgreSQL, as the claims have it.
    SELECT
        lab,
        cache_mib,
        read_bandwidth_mib_s,
        read_ahead_kb,
        is_turned,
        CASE WHEN is_turned THEN 1 / ratio ELSE ratio END AS ratio,
        CASE WHEN is_turned THEN 1 / high ELSE low END AS low,
        CASE WHEN is_turned THEN 1 / low ELSE high END AS high
    FROM (SELECT *, engine_family(numerator_engine) = 'postgresql' AS is_turned FROM scale_ratios)
    WHERE metric = 'tps'
        AND list_sort([engine_family(numerator_engine), engine_family(denominator_engine)])
        = ['mariadb', 'postgresql']
),

leads AS (
    SELECT
        lab,
        cache_mib,
        count(*) AS settings,
        count(*) FILTER (low > 1) AS ahead,
        count(*) FILTER (high < 1) AS behind
    FROM transactions
    GROUP BY ALL
),

falls AS (
    -- At the largest read-ahead, the kernel's default, from the slowest device to the fastest.
    SELECT
        lab,
        cache_mib,
        arg_max(low, read_bandwidth_mib_s) / arg_min(high, read_bandwidth_mib_s) AS low,
        arg_max(high, read_bandwidth_mib_s) / arg_min(low, read_bandwidth_mib_s) AS high,
        count(*) AS bandwidths
    FROM transactions
    SEMI JOIN (SELECT max(read_ahead_kb) AS read_ahead_kb FROM transactions) USING (read_ahead_kb)
    GROUP BY ALL
)

SELECT
    'S0.1' AS claim,
    lab,
    cache_mib,
    CASE
        WHEN ahead > 0 AND behind > 0 THEN 'depends on settings'
        WHEN behind > 0 THEN 'contradicted'
        WHEN ahead = settings THEN 'reproduced'
        ELSE 'undecided'
    END AS verdict
FROM leads
UNION ALL
SELECT
    'S0.2',
    lab,
    cache_mib,
    CASE WHEN high < 1 THEN 'reproduced' WHEN low > 1 THEN 'contradicted' ELSE 'undecided' END
FROM falls
WHERE bandwidths > 1
ORDER BY ALL;
COMMENT ON VIEW scale_claims IS
    'The verdict that the claims on OLTP over bandwidth would have at each size of experiment scale, by the rules of sql/claims/.';
