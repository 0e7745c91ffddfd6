-- How many OLTP transactions the newest version of a family commits relative to its oldest one, on the fastest device, where the
-- processor decides.
SELECT
    split_part(numerator_engine, '-', 1) AS name,
    split_part(numerator_engine, '-', 2) AS oldest,
    split_part(denominator_engine, '-', 2) AS newest,
    if(ratio > 1, 'oldest', 'newest') AS leader,
    abs(1 / ratio - 1) AS change_share,
    ratio, low, high
FROM engine_ratios
JOIN first_curves USING (experiment, lab, curve_group)
WHERE
    experiment = 'oltp' AND phase = 'run' AND metric = 'tps' AND read_bandwidth_mib_s IS NOT NULL
    AND split_part(numerator_engine, '-', 1) = split_part(denominator_engine, '-', 1)
QUALIFY row_number() OVER (
    PARTITION BY name ORDER BY read_bandwidth_mib_s DESC, split_part(numerator_engine, '-', 2), denominator_engine DESC
) = 1
ORDER BY name;
