-- Each established lead in transactions, and what becomes of it if the CPU time of one of the two engines is
-- multiplied by a factor: of both engines and factors the one that takes most from it. Of each family its newest version; all
-- versions where there is one family.
WITH families AS (
    SELECT experiment, count(*) AS families, list(engine) AS engines
    FROM newest_engines
    GROUP BY experiment
)

SELECT
    b.experiment, e.title, curve_group, read_bandwidth_mib_s, phase, numerator_engine AS numerator,
    denominator_engine AS denominator, ratio, low, high, changed_engine, cpu_time_factor, changed_ratio, changed_low,
    changed_high, fate, model_share_least, model_share_most
FROM cpu_time_bounds AS b
JOIN experiments AS e USING (experiment)
JOIN families USING (experiment)
SEMI JOIN shown_labs USING (experiment, lab)
WHERE fate IS NOT NULL AND phase <> 'lead-in'
    AND (families = 1 OR list_contains(engines, numerator_engine) AND list_contains(engines, denominator_engine))
    AND experiment IN (
        'oltp', 'oltp-read-ahead', 'tpcc', 'cores', 'scaling', 'concurrency', 'payments', 'durability', 'cache-share',
        'page-size', 'page-size-tpcc'
    )
ORDER BY ALL;
