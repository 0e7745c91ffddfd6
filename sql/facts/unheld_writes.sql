-- Transactions per second where writes have no limit of their own in virtual time, beside those with it and those in real time.
WITH unheld AS (
    SELECT split_part(engine, '-', 1) AS name, engine, read_bandwidth_mib_s, read_ahead_kb, median(tps) AS unheld_tps
    FROM data_truth_writes
    GROUP BY ALL
)

SELECT
    name, max(unheld_tps) AS unheld_tps, median(tps) FILTER (NOT real_time) AS virtual_tps, median(tps) FILTER (real_time) AS real_tps
FROM unheld
JOIN data_truth_labs AS l USING (engine, read_bandwidth_mib_s, read_ahead_kb)
WHERE l.load = 'oltp'
GROUP BY name
ORDER BY name;
