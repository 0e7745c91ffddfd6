-- How many pages of 4 KiB a transaction of OLTP moves with the least and the most rows changed since they were loaded, without
-- read-ahead and with full pages.
WITH aged AS (
    SELECT
        split_part(engine, '-', 1) AS name, changed_percent,
        median(pages_per_transaction) AS pages, median(tps) AS tps
    FROM data_ageing
    WHERE read_ahead_kb = 0 AND (room IS NULL OR room = 'pages-full')
    GROUP BY ALL
)

SELECT
    name,
    max(changed_percent) AS changed_percent,
    min_by(pages, changed_percent) AS fresh_pages,
    max_by(pages, changed_percent) AS aged_pages,
    min_by(tps, changed_percent) AS fresh_tps,
    max_by(tps, changed_percent) AS aged_tps
FROM aged
GROUP BY name
ORDER BY name;
