-- What each factor of an experiment with a fraction of its combinations does to a measure of an engine, or of
-- one engine over another. Several factors in a row are pairs whose effects are not told apart.
SELECT
    experiment, metric, engine, denominator_engine, factors, first_value, second_value, combinations,
    effect_ratio, low, high, stands_out
FROM factor_effects
SEMI JOIN shown_labs USING (experiment, lab)
WHERE phase = 'run'
ORDER BY experiment, metric, engine, denominator_engine NULLS FIRST, factors;
