-- How each family's newest version uses the device under OLTP: by how much doubling the bandwidth raises its throughput, from which
-- bandwidth on it is within 5 % of its best, and how many 4 KiB pages a transaction moves on the slowest device.
WITH slope AS (
    SELECT split_part(engine, '-', 1) AS family, engine, slope
    FROM slopes
    SEMI JOIN first_curves USING (experiment, lab, curve_group)
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'oltp' AND phase = 'run' AND metric = 'tps'
    QUALIFY engine = max(engine) OVER (PARTITION BY family)
),

moved AS (
    SELECT engine, median AS pages
    FROM metric_summary
    JOIN first_curves USING (experiment, lab, curve_group)
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'oltp' AND phase = 'run' AND metric = 'pages_per_transaction'
    QUALIFY read_bandwidth_mib_s = min(read_bandwidth_mib_s) OVER (PARTITION BY engine)
)

SELECT family AS name, pow(2, slope) AS doubling_ratio, max(pages) AS pages
FROM slope
LEFT JOIN moved USING (engine)
GROUP BY ALL
ORDER BY name;
