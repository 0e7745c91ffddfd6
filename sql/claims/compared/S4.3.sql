-- Prepared point SELECTs over those sent as text, of each engine with each number of clients.
SELECT
    format('{}, {} client{}', engine, threads, if(threads = 1, '', 's')) AS place, threads AS x, a.lab, repeat_group AS numerator_group, a.phase AS numerator_phase,
    repeat_group AS denominator_group, b.phase AS denominator_phase, 1.1 AS least_bound, 1.1 AS most_bound
FROM claim_rates AS a
JOIN claim_rates AS b USING (experiment, lab, repeat_group, engine, threads)
WHERE experiment = 'concurrency' AND a.phase = 'select' AND b.phase = 'select-unprepared';
