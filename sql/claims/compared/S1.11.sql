-- PostgreSQL with the most clients over itself at its peak, on the machine with the most CPUs.
WITH ranked AS (
    SELECT
        *,
        row_number() OVER (PARTITION BY engine_family ORDER BY median DESC) = 1 AS is_peak,
        threads = max(threads) OVER (PARTITION BY engine_family) AS is_last
    FROM scaling_summary
    WHERE phase = 'read-write' AND metric = 'tps' AND engine_family = 'postgresql'
)

SELECT
    format('{} clients over {}', a.threads, b.threads) AS place, NULL AS x, a.lab, a.repeat_group AS numerator_group, a.phase AS numerator_phase,
    b.repeat_group AS denominator_group, b.phase AS denominator_phase, full_share() AS least_bound, full_share() AS most_bound
FROM ranked AS a
JOIN ranked AS b USING (lab, engine_family)
WHERE a.is_last AND b.is_peak;
