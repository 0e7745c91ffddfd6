-- At the bandwidths around the published ones, with every setting of the kernel's read-ahead: short runs on data as
-- loaded, and long runs with equal caches, on fresh and on aged data and with skewed keys.
SELECT
    format('{}, {} MiB/s, {} KiB', experiment, read_bandwidth_mib_s::BIGINT, a.read_ahead_kb) AS place, a.read_bandwidth_mib_s AS x, a.lab, a.repeat_group AS numerator_group, a.phase AS numerator_phase,
    b.repeat_group AS denominator_group, b.phase AS denominator_phase, 1 AS least_bound, 1 AS most_bound
FROM claim_rates AS a
JOIN claim_rates AS b USING (experiment, lab, curve_group, read_bandwidth_mib_s, phase)
WHERE (experiment IN ('oltp', 'oltp-read-ahead') OR starts_with(experiment, 'steady')) AND phase = 'run'
    AND (a.engine_family, b.engine_family) = ('mariadb', 'postgresql') AND a.bandwidth_mib_s_per_gips BETWEEN 4 AND 32;
