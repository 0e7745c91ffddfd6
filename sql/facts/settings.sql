-- What changing one of many settings does to the ratio of the engines' transactions: which engine it favours, and by how much. Of each
-- family its newest version.
SELECT
    format('{}_{}', replace(experiment, '-', '_'), regexp_replace(factors[1], '[^a-z0-9]+', '_', 'g')) AS name,
    if(effect_ratio > 1, engine, denominator_engine).split_part('-', 1) AS favours,
    if(effect_ratio > 1, effect_ratio, 1 / effect_ratio) AS effect_ratio,
    stands_out,
    combinations
FROM data_factor_effects
WHERE
    metric = 'tps' AND first_value IS NOT NULL
    AND starts_with(engine, 'mariadb') AND starts_with(denominator_engine, 'postgresql')
QUALIFY row_number() OVER (PARTITION BY name ORDER BY denominator_engine DESC, engine DESC) = 1
ORDER BY name;
