-- Which family of engines commits more OLTP transactions, by bandwidth, limit of requests and read-ahead: of each place the
-- runs that compare best. At steady state with equal caches goes before equal caches, longer runs before short ones,
-- and all before single runs, which stand here alone or not at all. Where two families have runs at steady state, runs
-- of a few seconds say nothing beside them and are left out. Bounds are the envelope's where a claim asked for one.
-- `server_mib_s` and `server_iops` are the same device for a core of 2.5 GIPS, as CORE_GIPS in
-- report/findings/storage.js: rows of cores of two speeds stand on one scale by them.
WITH steady AS (
    SELECT experiment, lab, read_bandwidth_mib_s, read_ahead_kb, numerator_engine, denominator_engine, low, high
    FROM steady_ratios
    WHERE experiment = 'steady'
),

speeds AS (
    SELECT DISTINCT curve_group, lab, read_bandwidth_mib_s, bandwidth_mib_s_per_gips AS mib_s_per_gips
    FROM cell_settings
),

compared AS (
    SELECT
        CASE
            WHEN r.experiment = 'steady' AND repeats > 1 THEN 1
            WHEN r.experiment = 'volumes' THEN 2
            WHEN r.experiment = 'oltp-read-ahead' THEN 3
            ELSE 4
        END AS place,
        r.experiment,
        coalesce(mib_s_per_gips, read_bandwidth_mib_s) AS mib_s_per_gips,
        read_bandwidth_mib_s,
        s.iops_limit,
        read_bandwidth_mib_s / mib_s_per_gips AS core_gips,
        s.read_ahead_kb,
        r.numerator_engine AS numerator,
        r.denominator_engine AS denominator,
        split_part(r.numerator_engine, '-', 1) AS numerator_family,
        split_part(r.denominator_engine, '-', 1) AS denominator_family,
        ratio,
        coalesce(steady.low, r.low) AS low,
        coalesce(steady.high, r.high) AS high,
        repeats
    FROM engine_ratios AS r
    JOIN curve_settings AS s USING (curve_group, lab, read_bandwidth_mib_s)
    JOIN speeds USING (curve_group, lab, read_bandwidth_mib_s)
    LEFT JOIN steady
        ON steady.experiment = r.experiment AND steady.lab = r.lab
        AND steady.read_bandwidth_mib_s = r.read_bandwidth_mib_s AND steady.read_ahead_kb = s.read_ahead_kb
        AND steady.numerator_engine = r.numerator_engine AND steady.denominator_engine = r.denominator_engine
    SEMI JOIN shown_labs ON shown_labs.experiment = r.experiment AND shown_labs.lab = r.lab
    WHERE
        r.experiment IN ('steady', 'volumes', 'oltp-read-ahead', 'oltp-map') AND r.phase = 'run'
        AND r.metric = 'tps' AND s.pipes = 'shared'
)

SELECT
    experiment, mib_s_per_gips, read_bandwidth_mib_s, iops_limit, core_gips,
    read_bandwidth_mib_s * coalesce(2.5 / core_gips, 1) AS server_mib_s,
    iops_limit * coalesce(2.5 / core_gips, 1) AS server_iops,
    read_ahead_kb, numerator_family, denominator_family,
    if(ratio >= 1, numerator, denominator) AS leader,
    if(ratio >= 1, denominator, numerator) AS other,
    lead_ratio(ratio) AS lead_ratio,
    lead_low(ratio, low, high) AS lead_low,
    lead_high(ratio, low, high) AS lead_high,
    ratio_low(ratio, low) > 1 OR ratio_high(ratio, high) < 1 AS is_settled,
    repeats
FROM compared
WHERE numerator_family <> denominator_family AND (experiment <> 'steady' OR place = 1)
QUALIFY row_number() OVER (
    PARTITION BY numerator_family, denominator_family, round(log2(mib_s_per_gips)), server_iops, read_ahead_kb
    ORDER BY place, numerator DESC, denominator DESC
) = 1 AND (low IS NOT NULL OR count(low) OVER () = 0)
    AND (place <= 2 OR count(*) FILTER (place = 1) OVER (PARTITION BY numerator_family, denominator_family) = 0)
ORDER BY numerator_family, denominator_family, mib_s_per_gips, server_iops, read_ahead_kb;
