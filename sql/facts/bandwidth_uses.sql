-- How each family's newest version uses the device under OLTP: by how much doubling the bandwidth raises its throughput, on the devices
-- that are busy for more than 95 % of its time, and up to which bandwidth those go; and how many 4 KiB pages a transaction moves on the
-- slowest device.
WITH curves AS (
    SELECT
        split_part(engine, '-', 1) AS family, engine, read_bandwidth_mib_s,
        max(median) FILTER (metric = 'tps') AS tps,
        max(median) FILTER (metric = 'busy_share') AS busy_share,
        max(median) FILTER (metric = 'pages_per_transaction') AS pages
    FROM metric_summary
    JOIN first_curves USING (experiment, lab, curve_group)
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'oltp' AND phase = 'run'
    GROUP BY ALL
),

newest AS (
    SELECT * FROM curves QUALIFY engine = max(engine) OVER (PARTITION BY family)
)

SELECT
    family AS name,
    pow(2, regr_slope(ln(tps), ln(read_bandwidth_mib_s)) FILTER (busy_share > 0.95)) AS doubling_ratio,
    max(read_bandwidth_mib_s) FILTER (busy_share > 0.95) AS busy_mib_s,
    arg_min(pages, read_bandwidth_mib_s) AS pages
FROM newest
GROUP BY family
ORDER BY name;
