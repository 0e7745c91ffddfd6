-- At every bandwidth; the query divides the ratio at the greatest by that at the least.
SELECT
    format('{} MiB/s', read_bandwidth_mib_s::BIGINT) AS place, a.read_bandwidth_mib_s AS x, a.lab, a.repeat_group AS numerator_group, a.phase AS numerator_phase,
    b.repeat_group AS denominator_group, b.phase AS denominator_phase, 1 AS least_bound, 1 AS most_bound
FROM lead_rates AS a
JOIN lead_rates AS b USING (experiment, lab, curve_group, read_bandwidth_mib_s, phase)
WHERE (a.engine_family, b.engine_family) = ('mariadb', 'postgresql');
