-- Prepared point SELECTs with the most clients in PostgreSQL and MariaDB, of their newest versions: MariaDB's median over PostgreSQL's, and the
-- mean over seeds of the same ratio, as in data/workload_ratios.json; and between which rates PostgreSQL's runs lie.
WITH runs AS (
    SELECT split_part(engine, '-', 1) AS family, engine, threads, tps
    FROM (SELECT cell_id, phase, tps FROM oltp_throughput)
    JOIN cell_settings USING (cell_id)
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = 'concurrency' AND phase = 'select'
    QUALIFY threads = max(threads) OVER () AND engine = max(engine) OVER (PARTITION BY family)
)

SELECT
    max(threads) AS clients,
    count(*) FILTER (family = 'postgresql') AS runs,
    min(tps) FILTER (family = 'postgresql') / 1000 AS least_thousand,
    max(tps) FILTER (family = 'postgresql') / 1000 AS most_thousand,
    median(tps) FILTER (family = 'mariadb') / median(tps) FILTER (family = 'postgresql') AS median_ratio,
    (
        SELECT max(median)
        FROM data_workload_ratios
        WHERE workload = 'point SELECTs' AND starts_with(numerator, 'mariadb') AND starts_with(denominator, 'postgresql')
    ) AS mean_ratio
FROM runs
HAVING median_ratio IS NOT NULL;
