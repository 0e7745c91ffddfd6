-- MySQL without its doublewrite over itself with it, at each bandwidth.
SELECT
    format('{} MiB/s', read_bandwidth_mib_s::BIGINT) AS place, a.read_bandwidth_mib_s AS x, metric, a.lab, a.repeat_group AS numerator_group,
    a.phase AS numerator_phase, b.repeat_group AS denominator_group, b.phase AS denominator_phase, 1.1 AS least_bound, 2 AS most_bound
FROM claim_measures AS a
JOIN claim_measures AS b USING (experiment, lab, engine, read_bandwidth_mib_s, phase, metric)
WHERE experiment = 'doublewrite' AND metric = 'updates_per_s'
    AND json_extract_string(a.factors, '$.copies') = 'one' AND json_extract_string(b.factors, '$.copies') = 'two';
