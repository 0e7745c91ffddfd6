-- The peaks over clients, on the machine with the most CPUs.
WITH peaks AS (
    SELECT *
    FROM scaling_summary
    WHERE phase = 'read-write' AND metric = 'tps'
    QUALIFY row_number() OVER (PARTITION BY engine_family ORDER BY median DESC) = 1
)

SELECT
    format('{} CPUs, {} and {} clients', a.cpus, a.threads, b.threads) AS place, NULL AS x, a.lab,
    a.repeat_group AS numerator_group, a.phase AS numerator_phase,
    b.repeat_group AS denominator_group, b.phase AS denominator_phase, 1 AS least_bound, 1 AS most_bound
FROM peaks AS a
JOIN peaks AS b USING (lab, experiment)
WHERE (a.engine_family, b.engine_family) = ('mysql', 'postgresql');
