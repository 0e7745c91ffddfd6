-- What becomes of a ratio of two engines' transactions if an instruction of one of them takes less or more time.

CREATE VIEW cpu_time_bounds AS
WITH four AS (
    SELECT
        curve_group, experiment, lab, read_bandwidth_mib_s, phase, numerator_engine, denominator_engine,
        r.ratio, r.low, r.high, changed_engine, cpu_time_factor,
        c.ratio AS changed_ratio, c.low AS changed_low, c.high AS changed_high, model_share,
        if(r.ratio >= 1, c.ratio, 1 / c.ratio) AS remaining
    FROM cpu_time_ratios AS c
    JOIN engine_ratios AS r
        USING (curve_group, experiment, lab, read_bandwidth_mib_s, phase, numerator_engine, denominator_engine)
    WHERE r.metric = 'tps'
),

bounds AS (
    SELECT
        curve_group, experiment, lab, read_bandwidth_mib_s, phase, numerator_engine, denominator_engine, ratio, low,
        high,
        min(changed_ratio) AS ratio_least,
        max(changed_ratio) AS ratio_most,
        min(changed_low) AS low_least,
        max(changed_high) AS high_most,
        -- What takes most from the lead.
        arg_min({
            changed_engine: changed_engine, cpu_time_factor: cpu_time_factor, changed_ratio: changed_ratio,
            changed_low: changed_low, changed_high: changed_high
        }, remaining) AS worst,
        min(model_share) AS model_share_least,
        max(model_share) AS model_share_most,
        -- In both engines. Beyond the margin transactions wait for something that the model does not have, such as
        -- flushes or locks.
        min(model_share) >= 1 / model_margin() AND max(model_share) <= model_margin() AS model_fits
    FROM four
    GROUP BY ALL
)

SELECT
    bounds.* EXCLUDE (worst),
    worst.changed_engine, worst.cpu_time_factor, worst.changed_ratio, worst.changed_low, worst.changed_high,
    CASE
        WHEN low IS NULL OR high IS NULL OR low <= 1 AND high >= 1 THEN NULL
        WHEN NOT model_fits THEN 'not computed'
        WHEN low > 1 AND worst.changed_low > 1 OR high < 1 AND worst.changed_high < 1 THEN 'holds'
        WHEN low > 1 AND worst.changed_high < 1 OR high < 1 AND worst.changed_low > 1 THEN 'turns'
        ELSE 'lost'
    END AS fate
FROM bounds
ORDER BY ALL;
COMMENT ON VIEW cpu_time_bounds IS
    'cpu_time_ratios by ratio: its least and its most value over both engines and factors, and of the four the one that takes most from the lead, with what becomes of that lead. A ratio whose model is more than a quarter off in either engine counts as not computed.';
