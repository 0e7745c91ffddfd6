-- Which engine commits more transactions of OLTP on the slowest and on the fastest device that both were measured on: PostgreSQL or
-- MariaDB; how MyRocks compares with PostgreSQL there. Newest versions, with the read-ahead of 128 KiB.
WITH runs AS (
    SELECT numerator_engine, denominator_engine, read_bandwidth_mib_s, ratio, low, high
    FROM engine_ratios
    SEMI JOIN first_curves USING (experiment, lab, curve_group)
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'oltp' AND metric = 'tps' AND phase = 'run'
),

leads AS (
    SELECT * FROM runs
    WHERE starts_with(numerator_engine, 'mariadb') AND starts_with(denominator_engine, 'postgresql')
    QUALIFY denominator_engine = max(denominator_engine) OVER () AND numerator_engine = max(numerator_engine) OVER ()
),

merging AS (
    SELECT * FROM runs
    WHERE starts_with(numerator_engine, 'myrocks') AND starts_with(denominator_engine, 'postgresql')
    QUALIFY denominator_engine = max(denominator_engine) OVER () AND numerator_engine = max(numerator_engine) OVER ()
),

ends AS (
    SELECT
        if(read_bandwidth_mib_s = min(read_bandwidth_mib_s) OVER (), 'slow', 'fast') AS name, *
    FROM leads
    QUALIFY read_bandwidth_mib_s IN (min(read_bandwidth_mib_s) OVER (), max(read_bandwidth_mib_s) OVER ())
)

SELECT
    name, e.read_bandwidth_mib_s,
    if(e.ratio > 1, 'mariadb', 'postgresql') AS leader,
    lead_ratio(e.ratio) AS lead_ratio,
    lead_low(e.ratio, e.low, e.high) AS lead_low,
    m.ratio AS myrocks_ratio, m.low AS myrocks_low
FROM ends AS e
LEFT JOIN merging AS m USING (read_bandwidth_mib_s)
ORDER BY name;
