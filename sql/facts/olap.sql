-- How much longer MariaDB's newest version takes for the 22 queries of TPC-H than PostgreSQL's, as a total, and how many
-- PostgreSQL answers sooner.
WITH newest AS (
    SELECT engine, engine_family AS family, query, query_s
    FROM olap_queries
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = 'olap-queries' AND NOT timed_out
    QUALIFY engine = max(engine) OVER (PARTITION BY family)
)

SELECT
    sum(m.query_s) / sum(p.query_s) AS total_ratio,
    count(*) AS queries,
    count(*) FILTER (p.query_s < m.query_s) AS postgresql_sooner
FROM newest AS p
JOIN newest AS m USING (query)
WHERE p.family = 'postgresql' AND m.family = 'mariadb'
HAVING count(*) > 0;
