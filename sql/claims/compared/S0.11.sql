-- Pages per UPDATE, those included that are written after the run; of PostgreSQL with autovacuum off.
SELECT
    'autovacuum off' AS place, a.metric, a.lab, a.repeat_group AS numerator_group, a.phase AS numerator_phase,
    b.repeat_group AS denominator_group, b.phase AS denominator_phase, 1 AS least_bound, 1 AS most_bound
FROM claim_summary AS a
JOIN claim_summary AS b USING (experiment, lab, phase, metric)
WHERE experiment = 'garbage-collection' AND metric = 'pages_per_statement_with_write_back'
    AND (a.engine_family, b.engine_family, b.autovacuum) = ('mariadb', 'postgresql', 'off');
