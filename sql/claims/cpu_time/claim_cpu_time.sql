-- What becomes of the ratios that each claim on throughput compares if the CPU time of either engine is multiplied by
-- 0.77 or 1.3. It is a view among the claims' queries as it names families of engines.
CREATE VIEW claim_cpu_time AS
WITH compared (claim, experiment, phase, numerator, denominator, least_bound, most_bound) AS (
    VALUES
    ('S0.1', 'oltp-read-ahead', 'run', 'mariadb', 'postgresql', 1, 1),
    ('S0.5', 'oltp', 'run', 'postgresql', 'mariadb', 1, 1),
    ('S0.5', 'cores', 'run', 'postgresql', 'mariadb', 1, 1),
    ('S1.4', 'tpcc', 'run', 'postgresql', 'mysql', 1, 1),
    ('S3.1', 'payments', 'pay', 'mariadb', 'mysql', 2, 2),
    ('S4.1', 'scaling', 'select', 'mysql', 'postgresql', 1 / 1.25, 1.25::DOUBLE)
),

uncomputed (claim, why) AS (
    VALUES
    ('S0.2', 'it is about the trend over bandwidth, not about one ratio'),
    ('S0.3', 'it is about what each engine gains, not about one against the other'),
    ('S0.4', 'it is about pages per second of a device that both keep busy'),
    ('S0.6', 'the model is of transactions, not of single queries'),
    ('S1.2', 'it is about what each engine loses, not about one against the other'),
    ('S1.3', 'the model gives no percentiles of latency'),
    ('S1.5', 'the model is of transactions, not of single queries'),
    ('S4.2', 'its transactions wait for flushes, which the model does not have'),
    ('S4.3', 'it is about what each engine gains, not about one against the other'),
    ('S10.1', 'it is about what each engine gains, not about one against the other')
),

-- The bounds both ways, of the newest engine of each family.
either_way AS (
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
),

places AS (
    SELECT
        c.*, ratio, low, high, ratio_least, ratio_most, low_least, high_most, model_fits, read_bandwidth_mib_s,
        -- What is left of it with the worst change, in times of the bound that it must not pass.
        CASE
            WHEN low > most_bound THEN low_least / most_bound
            WHEN high < least_bound THEN least_bound / high_most
            WHEN low >= least_bound AND high <= most_bound
                THEN least(low_least / least_bound, most_bound / high_most)
        END AS margin
    FROM compared AS c
    JOIN either_way AS e USING (experiment, phase)
    JOIN newest_engines AS n
        ON n.experiment = c.experiment AND n.engine = numerator_engine AND n.engine_family = c.numerator
    JOIN newest_engines AS d
        ON d.experiment = c.experiment AND d.engine = denominator_engine AND d.engine_family = c.denominator
    JOIN curves AS s ON s.curve_group = e.curve_group AND s.lab = e.lab
    SEMI JOIN claim_labs AS l ON l.experiment = e.experiment AND l.lab = e.lab
    -- Of what its query compares: devices at full speed, with deletes, bandwidths around the published ones, the
    -- greatest, the most CPUs.
    WHERE (c.experiment <> 'cores' OR read_latency_us <= 20)
        AND (claim <> 'S3.1' OR contains(e.curve_group, 'with-deletes'))
    QUALIFY
        CASE claim
            WHEN 'S0.1' THEN read_bandwidth_mib_s / gips BETWEEN 4 AND 32
            WHEN 'S0.5' THEN read_bandwidth_mib_s = max(read_bandwidth_mib_s) OVER (PARTITION BY claim, e.curve_group)
            WHEN 'S4.1' THEN cpus = max(cpus) OVER (PARTITION BY claim)
            ELSE true
        END
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
-- Peaks at unlike numbers of clients have no common model; but throughput never changes by more than CPU time does.
SELECT
    claim,
    {
        'settled': (low > 1 OR high < 1)::BIGINT, 'uncomputed': 0,
        'remaining': (low > 1.3 OR high < 1 / 1.3)::BIGINT, 'least_bound': 1, 'most_bound': 1, 'ratio': value,
        'ratio_least': value / 1.3, 'ratio_most': value * 1.3, 'mib_s': NULL, 'why': NULL
    } AS cpu_time
FROM claim_verdicts
WHERE claim = 'S1.1' AND low IS NOT NULL
UNION ALL
SELECT
    claim,
    {
        'settled': 0, 'uncomputed': 0, 'remaining': 0, 'least_bound': NULL, 'most_bound': NULL, 'ratio': NULL,
        'ratio_least': NULL, 'ratio_most': NULL, 'mib_s': NULL, 'why': why
    } AS cpu_time
FROM uncomputed
SEMI JOIN claims USING (claim)
ORDER BY claim;
COMMENT ON VIEW claim_cpu_time IS
    'Of each claim on throughput: how many of the ratios that its query compares have an interval on one side of a bound, or between two, and how many stay there if the CPU time of either engine is multiplied by 0.77 or 1.3; the ratio that is the nearest to leaving, or leaves it the farthest. why: of claims that are not recomputed.';
