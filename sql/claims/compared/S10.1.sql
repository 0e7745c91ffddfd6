-- MySQL with pages of 4 KiB over itself with 16 KiB, at each bandwidth.
SELECT
    format('{} MiB/s', read_bandwidth_mib_s::BIGINT) AS place, a.read_bandwidth_mib_s AS x, a.lab, a.repeat_group AS numerator_group, a.phase AS numerator_phase,
    b.repeat_group AS denominator_group, b.phase AS denominator_phase, 1.3 AS least_bound, 1.3 AS most_bound
FROM claim_rates AS a
JOIN claim_rates AS b USING (experiment, lab, engine, read_bandwidth_mib_s, phase)
WHERE (experiment, phase) = ('page-size-tpcc', 'run') AND engine LIKE 'mysql-%'
    AND json_extract_string(a.factors, '$.page') LIKE '4-%' AND json_extract_string(b.factors, '$.page') LIKE '16-%';
