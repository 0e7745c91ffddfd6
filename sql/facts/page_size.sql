-- What InnoDB's smallest pages make of OLTP and TPC-C on the slowest device, relative to those of 16 KiB.
SELECT
    if(experiment = 'page-size-tpcc', 'tpcc_', '') || split_part(engine, '-', 1) AS name,
    max(ratio) FILTER (metric = 'tps') AS tps_ratio,
    max(ratio_low) FILTER (metric = 'tps') AS tps_ratio_low,
    max(ratio) FILTER (metric = 'pages_per_transaction') AS bytes_share
FROM data_page_sizes
WHERE experiment IN ('page-size', 'page-size-tpcc') AND page_kib = 4
GROUP BY experiment, engine, read_bandwidth_mib_s
QUALIFY row_number() OVER (PARTITION BY name ORDER BY read_bandwidth_mib_s, engine DESC) = 1
ORDER BY name;
