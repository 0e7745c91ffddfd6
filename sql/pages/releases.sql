-- Later versions of an engine over the earliest one under the same settings, by the measures of which
-- more or less is better, in any experiment that has several versions of a family.
WITH numbered AS (
    SELECT DISTINCT
        experiment,
        engine,
        engine_family(engine) AS family,
        coalesce(
            try_cast(
                string_split(regexp_extract(engine, '-([0-9]+(\.[0-9]+)*)$', 1), '.') AS INTEGER[]
            ),
            [0]
        ) AS version
    FROM cells
    WHERE engine IS NOT NULL
),

earliest AS (
    SELECT experiment, family, arg_min(engine, version) AS engine
    FROM numbered
    GROUP BY ALL
),

ratios AS (
    SELECT
        experiment, curve_group, lab, bandwidth_mib_s, phase, workload, metric,
        numerator_engine AS later, denominator_engine AS earlier,
        ratio, low, high, repeats
    FROM engine_ratio
    UNION ALL
    SELECT
        experiment, curve_group, lab, bandwidth_mib_s, phase, workload, metric,
        denominator_engine, numerator_engine,
        1 / ratio, 1 / high, 1 / low, repeats
    FROM engine_ratio
),

settings AS (
    SELECT curve_group, arg_min(factors_json, cell_id) AS factors_json
    FROM cells
    GROUP BY curve_group
)

SELECT
    r.experiment, title, n.family, later, earlier, metric AS measure, better, workload, phase,
    bandwidth_mib_s, s.factors_json, ratio AS median, r.low, r.high,
    repeats
FROM ratios AS r
JOIN judged_measures USING (metric)
JOIN earliest AS e ON r.experiment = e.experiment AND earlier = e.engine
JOIN numbered AS n ON r.experiment = n.experiment AND later = n.engine AND n.family = e.family
LEFT JOIN experiments AS x ON r.experiment = x.experiment
JOIN settings AS s USING (curve_group)
SEMI JOIN shown_labs AS l ON l.experiment = r.experiment AND l.lab = r.lab
ORDER BY r.experiment, n.family, measure, bandwidth_mib_s, phase, s.factors_json, later, curve_group;
