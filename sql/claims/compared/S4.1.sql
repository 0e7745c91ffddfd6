-- With the most CPUs, and every number of clients; what counts as alike lies between two bounds.
SELECT
    format('{} client{}', threads, if(threads = 1, '', 's')) AS place, threads AS x, a.lab,
    a.repeat_group AS numerator_group, a.phase AS numerator_phase,
    b.repeat_group AS denominator_group, b.phase AS denominator_phase,
    1 / alike_margin() AS least_bound, alike_margin() AS most_bound
FROM scaling_summary AS a
JOIN scaling_summary AS b USING (lab, threads, phase, workload, metric)
WHERE (a.engine_family, b.engine_family) = ('mysql', 'postgresql') AND metric = 'tps'
    AND workload = 'sysbench/oltp_point_select';
