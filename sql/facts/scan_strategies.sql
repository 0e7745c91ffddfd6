-- Share of the device's bandwidth that fio reaches when it reads a file as engines do, by strategy and read-ahead.
SELECT
    format('{}_{}', replace(strategy, '-', '_'), read_ahead_kb) AS name, median(bandwidth_share) AS bandwidth_share,
    median(read_latency_us) AS latency_us
FROM data_scan_strategies
WHERE filesystem = 'ext4'
GROUP BY name
ORDER BY name;
