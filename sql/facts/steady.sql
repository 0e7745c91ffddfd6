-- Who leads in long runs with equal caches, on fresh data with uniform keys, by read-ahead.
SELECT
    format('kib_{}', read_ahead_kb) AS name, read_bandwidth_mib_s,
    split_part(if(ratio > 1, numerator, denominator), '-', 1) AS leader,
    lead_ratio(ratio) AS lead_ratio, lead_low(ratio, low, high) AS lead_low, is_verdict
FROM data_steady_ratios
WHERE experiment = 'steady'
QUALIFY row_number() OVER (PARTITION BY read_ahead_kb ORDER BY read_bandwidth_mib_s) = 1
ORDER BY name;
