-- What becomes of the ratios that a claim on throughput compares if the CPU time of either engine is multiplied by
-- 0.77 or 1.3. Which ratios these are, sql/claims/cpu_time/<id>.sql says.

CREATE VIEW claim_cpu_time_bounds AS
WITH either_way AS (
    FROM cpu_time_bounds
    UNION ALL BY NAME
    SELECT
        * REPLACE (
            denominator_engine AS numerator_engine, numerator_engine AS denominator_engine,
            1 / ratio AS ratio, 1 / high AS low, 1 / low AS high,
            1 / ratio_most AS ratio_least, 1 / ratio_least AS ratio_most,
            1 / high_most AS low_least, 1 / low_least AS high_most
        )
    FROM cpu_time_bounds
),

curves AS (
    SELECT curve_group, lab, max(cpus) AS cpus, max(gips) AS gips, max(read_latency_us) AS read_latency_us
    FROM cell_settings
    JOIN curve_speed USING (curve_group, lab)
    GROUP BY curve_group, lab
)

SELECT
    e.experiment, e.lab, curve_group, read_bandwidth_mib_s, phase, n.engine_family AS numerator,
    d.engine_family AS denominator, cpus, gips, read_latency_us, ratio, low, high, ratio_least, ratio_most, low_least,
    high_most, model_fits
FROM either_way AS e
JOIN newest_engines AS n ON n.experiment = e.experiment AND n.engine = numerator_engine
JOIN newest_engines AS d ON d.experiment = e.experiment AND d.engine = denominator_engine
JOIN curves USING (curve_group, lab)
SEMI JOIN claim_labs AS l ON l.experiment = e.experiment AND l.lab = e.lab;
COMMENT ON VIEW claim_cpu_time_bounds IS
    'cpu_time_bounds both ways round, of the newest engine of each family and in the lab that claims are decided in.';

CREATE VIEW claim_cpu_time AS
WITH places AS (
    SELECT
        *,
        -- What is left of it with the worst change, in times of the bound that it must not pass.
        CASE
            WHEN low > most_bound THEN low_least / most_bound
            WHEN high < least_bound THEN least_bound / high_most
            WHEN low >= least_bound AND high <= most_bound
                THEN least(low_least / least_bound, most_bound / high_most)
        END AS margin
    FROM claim_cpu_time_ratios
)

SELECT
    claim,
    {
        'settled': count(margin),
        -- The model is too far off there.
        'uncomputed': count(margin) FILTER (NOT model_fits),
        'remaining': count(*) FILTER (model_fits AND (margin > 1 OR margin >= 1 AND least_bound < most_bound)),
        'least_bound': any_value(least_bound),
        'most_bound': any_value(most_bound),
        'ratio': arg_min(ratio, margin) FILTER (model_fits),
        'ratio_least': arg_min(ratio_least, margin) FILTER (model_fits),
        'ratio_most': arg_min(ratio_most, margin) FILTER (model_fits),
        'mib_s': arg_min(read_bandwidth_mib_s, margin) FILTER (model_fits),
        'why': NULL::VARCHAR
    } AS cpu_time
FROM places
GROUP BY claim
UNION ALL
SELECT
    claim,
    {
        'settled': 0, 'uncomputed': 0, 'remaining': 0, 'least_bound': NULL, 'most_bound': NULL, 'ratio': NULL,
        'ratio_least': NULL, 'ratio_most': NULL, 'mib_s': NULL, 'why': not_recomputed
    } AS cpu_time
FROM claims
WHERE not_recomputed IS NOT NULL
ORDER BY claim;
COMMENT ON VIEW claim_cpu_time IS
    'Of each claim on throughput: how many of the ratios that it compares have an interval on one side of a bound, or between two, and how many stay there if the CPU time of either engine is multiplied by 0.77 or 1.3; the ratio that is the nearest to leaving, or leaves it the farthest. why: of claims that are not recomputed.';
