-- At how many settings both labs, in virtual and in real time, have the same faster engine.
WITH measured AS (
    SELECT
        load, engine, read_bandwidth_mib_s, read_ahead_kb,
        median(tps) FILTER (NOT real_time) AS virtual, median(tps) FILTER (real_time) AS real
    FROM data_truth_labs
    GROUP BY ALL
    HAVING virtual IS NOT NULL AND real IS NOT NULL
)

SELECT
    count(*) AS settings,
    count(*) FILTER ((a.virtual > b.virtual) = (a.real > b.real)) AS agreeing,
    max(greatest(a.virtual / b.virtual / (a.real / b.real), a.real / b.real / (a.virtual / b.virtual)))
        AS most_apart_ratio
FROM measured AS a
JOIN measured AS b USING (load, read_bandwidth_mib_s, read_ahead_kb)
WHERE a.engine < b.engine
HAVING count(*) > 0;
