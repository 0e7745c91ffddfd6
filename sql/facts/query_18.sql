-- Which engine answers TPC-H's query 18 sooner on the slowest and the fastest device, by how much, and how many pages of 4 KiB each
-- reads. Of each family its newest version; oldest_ratio is MariaDB's time over PostgreSQL's in the oldest versions.
WITH runs AS (
    SELECT
        split_part(engine, '-', 1) AS family, read_bandwidth_mib_s,
        median(median) FILTER (metric = 'query_s') AS query_s,
        median(median) FILTER (metric = 'read_pages') AS read_pages,
        engine
    FROM metric_summary
    SEMI JOIN first_curves USING (experiment, lab, curve_group)
    WHERE experiment = 'olap' AND phase = 'q18' AND metric IN ('query_s', 'read_pages')
    GROUP BY ALL
),

newest AS (
    SELECT * FROM runs QUALIFY engine = max(engine) OVER (PARTITION BY family)
),

oldest AS (
    SELECT read_bandwidth_mib_s, max(query_s) FILTER (family = 'mariadb') / max(query_s) FILTER (family = 'postgresql') AS oldest_ratio
    FROM (SELECT * FROM runs QUALIFY engine_version(engine) = min(engine_version(engine)) OVER (PARTITION BY family))
    GROUP BY read_bandwidth_mib_s
)

SELECT
    if(p.read_bandwidth_mib_s = min(p.read_bandwidth_mib_s) OVER (), 'slow', 'fast') AS name,
    if(p.query_s < m.query_s, 'postgresql', 'mariadb') AS leader,
    greatest(p.query_s / m.query_s, m.query_s / p.query_s) AS lead_ratio,
    p.read_pages AS postgresql_pages,
    m.read_pages AS mariadb_pages,
    p.read_bandwidth_mib_s,
    oldest_ratio
FROM newest AS p
JOIN newest AS m USING (read_bandwidth_mib_s)
JOIN oldest USING (read_bandwidth_mib_s)
WHERE p.family = 'postgresql' AND m.family = 'mariadb'
QUALIFY p.read_bandwidth_mib_s IN (min(p.read_bandwidth_mib_s) OVER (), max(p.read_bandwidth_mib_s) OVER ())
ORDER BY name;
