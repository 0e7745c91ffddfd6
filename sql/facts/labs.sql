-- At how many settings both labs, in virtual and in real time, have the same faster engine, by how much their ratios are apart at most, and
-- how many pairs of engine and setting read the same bytes per transaction within 5 %.
WITH measured AS (
    SELECT
        load, engine, read_bandwidth_mib_s, read_ahead_kb,
        median(tps) FILTER (NOT real_time) AS virtual, median(tps) FILTER (real_time) AS real,
        median(read_kib_per_transaction) FILTER (real_time) / median(read_kib_per_transaction) FILTER (NOT real_time) AS reads_ratio
    FROM data_truth_labs
    GROUP BY ALL
    HAVING virtual IS NOT NULL AND real IS NOT NULL
)

SELECT
    count(*) AS settings,
    count(*) FILTER ((a.virtual > b.virtual) = (a.real > b.real)) AS agreeing,
    max(greatest(a.virtual / b.virtual / (a.real / b.real), a.real / b.real / (a.virtual / b.virtual)))
        AS most_apart_ratio,
    (SELECT count(reads_ratio) FROM measured) AS read_pairs,
    (SELECT count(*) FILTER (abs(reads_ratio - 1) <= 0.05) FROM measured) AS reads_agreeing
FROM measured AS a
JOIN measured AS b USING (load, read_bandwidth_mib_s, read_ahead_kb)
WHERE a.engine < b.engine
HAVING count(*) > 0;
