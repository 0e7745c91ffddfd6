-- Who commits more OLTP transactions on the slowest device of a kind of run, by read-ahead and kind of run: short or long, with equal limits
-- of memory or equal caches. Of each kind the newest versions, the leader first. The interval of runs at steady state is their envelope,
-- which claims are decided by; all others cover the spread of seeds alone.
WITH kinds (experiment, memory, place, runs) AS (
    VALUES
    ('oltp-read-ahead', NULL, 1, 'short, cold caches'),
    ('oltp-map', NULL, 2, 'single runs'),
    ('cache-share', 'equal-limits', 3, 'equal limits of memory'),
    ('cache-share', 'equal-caches', 4, 'equal caches'),
    ('volumes', 'equal-caches', 5, 'equal caches, longer'),
    ('steady', 'equal-caches', 6, 'equal caches, steady state')
),

lengths AS (
    SELECT
        s.curve_group, s.lab, s.read_bandwidth_mib_s, median((end_ns - begin_ns) / 1e9) AS run_s,
        max(bandwidth_mib_s_per_gips) AS mib_s_per_gips
    FROM cell_settings AS s
    JOIN phases USING (cell_id)
    WHERE phase = 'run'
    GROUP BY ALL
),

ratios AS (
    SELECT
        place, runs, run_s, s.read_ahead_kb, coalesce(mib_s_per_gips, r.read_bandwidth_mib_s) AS mib_s_per_gips,
        r.numerator_engine, r.denominator_engine, r.ratio, coalesce(e.low, r.low) AS low, coalesce(e.high, r.high) AS high,
        CASE WHEN e.low IS NOT NULL THEN 'envelope' WHEN r.low IS NOT NULL THEN 'seeds' END AS interval_kind
    FROM engine_ratios AS r
    JOIN curve_settings AS s USING (curve_group, lab, read_bandwidth_mib_s)
    JOIN lengths USING (curve_group, lab, read_bandwidth_mib_s)
    JOIN kinds ON kinds.experiment = r.experiment AND kinds.memory IS NOT DISTINCT FROM s.memory
    LEFT JOIN steady_ratios AS e
        ON e.experiment = r.experiment AND e.lab = r.lab AND e.read_bandwidth_mib_s = r.read_bandwidth_mib_s
        AND e.read_ahead_kb = s.read_ahead_kb AND e.numerator_engine = r.numerator_engine AND e.denominator_engine = r.denominator_engine
    SEMI JOIN shown_labs ON shown_labs.experiment = r.experiment AND shown_labs.lab = r.lab
    WHERE
        r.phase = 'run' AND r.metric = 'tps' AND s.pipes = 'shared' AND s.iops_limit = 0
        AND split_part(r.numerator_engine, '-', 1) <> split_part(r.denominator_engine, '-', 1)
)

SELECT
    place, runs, run_s, mib_s_per_gips, read_ahead_kb,
    if(ratio > 1, numerator_engine, denominator_engine) AS leader,
    if(ratio > 1, denominator_engine, numerator_engine) AS other,
    if(ratio > 1, ratio, 1 / ratio) AS ratio,
    if(ratio > 1, low, 1 / high) AS low,
    if(ratio > 1, high, 1 / low) AS high,
    interval_kind
FROM ratios
WHERE read_ahead_kb IN (0, 128, 2048)
QUALIFY
    mib_s_per_gips = min(mib_s_per_gips) OVER (PARTITION BY place)
    AND row_number() OVER (
        PARTITION BY
            place, read_ahead_kb, mib_s_per_gips, split_part(numerator_engine, '-', 1),
            split_part(denominator_engine, '-', 1)
        ORDER BY denominator_engine DESC, numerator_engine DESC
    ) = 1
ORDER BY place, read_ahead_kb, leader, other;
