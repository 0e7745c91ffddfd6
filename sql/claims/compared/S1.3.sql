-- Latencies have no windows, so the rates of the same runs say whether these are long enough: with the fewest
-- and the most clients.
SELECT
    format('{} client{}', threads, if(threads = 1, '', 's')) AS place, threads AS x, a.lab, a.repeat_group AS numerator_group,
    a.phase AS numerator_phase, b.repeat_group AS denominator_group, b.phase AS denominator_phase, 1 AS least_bound,
    1 AS most_bound
FROM scaling_summary AS a
JOIN scaling_summary AS b USING (lab, threads, phase, metric)
WHERE (a.engine_family, b.engine_family) = ('mysql', 'postgresql') AND (phase, metric) = ('read-write', 'tps')
QUALIFY threads IN (min(threads) OVER (), max(threads) OVER ());
