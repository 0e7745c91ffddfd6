-- What changing one of many settings does to the ratio of the engines' transactions: whom it favours, and by how much.
SELECT
    format('{}_{}', replace(experiment, '-', '_'), regexp_replace(factors[1], '[^a-z0-9]+', '_', 'g')) AS name,
    if(effect_ratio > 1, engine, denominator_engine).split_part('-', 1) AS favours,
    if(effect_ratio > 1, effect_ratio, 1 / effect_ratio) AS effect_ratio,
    stands_out,
    combinations
FROM data_factor_effects
WHERE metric = 'tps' AND denominator_engine IS NOT NULL AND first_value IS NOT NULL
ORDER BY name;
