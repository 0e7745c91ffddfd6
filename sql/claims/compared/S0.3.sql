-- At every bandwidth; the query makes the factor of a doubling of them. Long runs with equal caches count
-- where they were measured at three bandwidths or more, with the kernel's default read-ahead, and else short ones.
SELECT
    format('{} MiB/s', read_bandwidth_mib_s::BIGINT) AS place, a.read_bandwidth_mib_s AS x, a.lab, a.repeat_group AS numerator_group, a.phase AS numerator_phase,
    b.repeat_group AS denominator_group, b.phase AS denominator_phase, 1 AS least_bound, 1 AS most_bound
FROM claim_rates AS a
JOIN claim_rates AS b USING (experiment, lab, curve_group, read_bandwidth_mib_s, phase)
WHERE (a.engine_family, b.engine_family) = ('mariadb', 'postgresql') AND phase = 'run' AND a.read_ahead_kb = 128
    AND experiment = (
        SELECT experiment FROM claim_rates
        WHERE experiment IN ('steady', 'oltp') AND read_ahead_kb = 128
        GROUP BY experiment
        HAVING count(DISTINCT read_bandwidth_mib_s) >= 3
        ORDER BY experiment = 'steady' DESC
        LIMIT 1
    );
