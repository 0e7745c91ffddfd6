-- At how many settings of TPC-C PostgreSQL and MariaDB were run in both labs, in virtual and in real time, and at how many of them both
-- labs have the same faster engine.
WITH measured AS (
    SELECT
        engine, read_bandwidth_mib_s, read_ahead_kb,
        median(tps) FILTER (NOT real_time) AS virtual, median(tps) FILTER (real_time) AS real
    FROM data_truth_labs
    WHERE load = 'tpcc'
    GROUP BY ALL
)

SELECT count(*) AS settings, count(*) FILTER ((a.virtual > b.virtual) = (a.real > b.real)) AS agreeing
FROM measured AS a
JOIN measured AS b USING (read_bandwidth_mib_s, read_ahead_kb)
WHERE a.engine < b.engine;
