-- Which engine commits more transactions of TPC-C, with all data in memory and with more data than memory, on the
-- fastest device and on the slowest.
WITH runs AS (
    SELECT
        r.experiment = 'tpcc' AS is_in_memory, read_bandwidth_mib_s,
        numerator_engine, denominator_engine, ratio, low, high
    FROM engine_ratios AS r
    JOIN curve_settings AS s USING (curve_group, lab, read_bandwidth_mib_s)
    SEMI JOIN shown_labs ON shown_labs.experiment = r.experiment AND shown_labs.lab = r.lab
    WHERE
        (r.experiment = 'tpcc' OR (r.experiment = 'tpcc-truth' AND s.read_ahead_kb = 128))
        AND r.metric = 'tps' AND r.phase = 'run'
        AND starts_with(numerator_engine, 'mariadb') AND starts_with(denominator_engine, 'postgresql')
    QUALIFY row_number() OVER (
        PARTITION BY r.experiment, read_bandwidth_mib_s ORDER BY denominator_engine DESC, numerator_engine DESC
    ) = 1
),

named AS (
    SELECT 'in_memory' AS name, * FROM runs WHERE is_in_memory
    QUALIFY row_number() OVER (ORDER BY read_bandwidth_mib_s DESC) = 1
    UNION ALL
    SELECT 'in_memory_slow', * FROM runs WHERE is_in_memory
    QUALIFY row_number() OVER (ORDER BY read_bandwidth_mib_s) = 1
    UNION ALL
    SELECT 'larger_slow', * FROM runs WHERE NOT is_in_memory
    QUALIFY row_number() OVER (ORDER BY read_bandwidth_mib_s) = 1
    UNION ALL
    SELECT 'larger_fast', * FROM runs WHERE NOT is_in_memory
    QUALIFY row_number() OVER (ORDER BY read_bandwidth_mib_s DESC) = 1
)

SELECT
    name,
    if(ratio > 1, 'mariadb', 'postgresql') AS leader,
    lead_ratio(ratio) AS lead_ratio,
    lead_low(ratio, low, high) AS lead_low,
    read_bandwidth_mib_s
FROM named
ORDER BY name;
