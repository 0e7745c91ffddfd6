-- In how many combinations of several settings each engine commits more transactions.
SELECT
    replace(experiment, '-', '_') AS name,
    count(*) AS combinations,
    count(*) FILTER (if(starts_with(numerator_engine, 'postgresql'), ratio > 1, ratio < 1)) AS postgresql_leads
FROM engine_ratios
SEMI JOIN shown_labs USING (experiment, lab)
WHERE starts_with(experiment, 'sensitivity') AND metric = 'tps' AND phase = 'run'
GROUP BY experiment
ORDER BY name;
