-- What changing one of many settings does to the ratio of the engines' transactions: which engine it favours, by how much, and whether it
-- alone of those that were varied with it stands out, or has the largest effect. Of each family its newest version.
WITH effects AS (
    SELECT
        format('{}_{}', replace(experiment, '-', '_'), regexp_replace(factors[1], '[^a-z0-9]+', '_', 'g')) AS name,
        split_part(if(effect_ratio > 1, engine, denominator_engine), '-', 1) AS favours,
        if(effect_ratio > 1, effect_ratio, 1 / effect_ratio) AS effect_ratio,
        stands_out, combinations, experiment
    FROM data_factor_effects
    WHERE
        metric = 'tps' AND first_value IS NOT NULL
        AND starts_with(engine, 'mariadb') AND starts_with(denominator_engine, 'postgresql')
    QUALIFY row_number() OVER (PARTITION BY name ORDER BY denominator_engine DESC, engine DESC) = 1
)

SELECT
    * EXCLUDE (experiment),
    stands_out AND count(*) FILTER (stands_out) OVER (PARTITION BY experiment) = 1 AS stands_out_alone,
    effect_ratio = max(effect_ratio) OVER (PARTITION BY experiment) AS is_largest
FROM effects
ORDER BY name;
