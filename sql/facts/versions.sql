-- How many OLTP transactions the newest version of a family commits relative to its oldest one, on the fastest device, where the
-- processor decides; and how many more instructions it takes for each at least and at most, of all devices.
WITH runs AS (
    SELECT split_part(numerator_engine, '-', 1) AS name, *
    FROM engine_ratios
    SEMI JOIN first_curves USING (experiment, lab, curve_group)
    WHERE
        experiment = 'oltp' AND phase = 'run' AND read_bandwidth_mib_s IS NOT NULL
        AND split_part(numerator_engine, '-', 1) = split_part(denominator_engine, '-', 1)
),

ends AS (
    SELECT * FROM runs
    QUALIFY row_number() OVER (
        PARTITION BY name, metric, read_bandwidth_mib_s ORDER BY split_part(numerator_engine, '-', 2), denominator_engine DESC
    ) = 1
),

instructions AS (
    SELECT name, min(1 / ratio) - 1 AS least_more_instructions_share, max(1 / ratio) - 1 AS most_more_instructions_share
    FROM ends
    WHERE metric = 'engine_instructions_per_transaction'
    GROUP BY name
)

SELECT
    name,
    split_part(numerator_engine, '-', 2) AS oldest,
    split_part(denominator_engine, '-', 2) AS newest,
    if(ratio > 1, 'oldest', 'newest') AS leader,
    abs(1 / ratio - 1) AS change_share,
    ratio, low, high, least_more_instructions_share, most_more_instructions_share
FROM ends
LEFT JOIN instructions USING (name)
WHERE metric = 'tps'
QUALIFY row_number() OVER (PARTITION BY name ORDER BY read_bandwidth_mib_s DESC) = 1
ORDER BY name;
