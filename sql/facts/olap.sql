-- How much longer MariaDB's newest version takes for the 22 queries of TPC-H than PostgreSQL's, as a total and by the geometric mean,
-- how many PostgreSQL answers sooner, and in which query the two differ most; times are medians of runs.
WITH runs AS (
    SELECT engine, engine_family AS family, query, query_s
    FROM olap_queries
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = 'olap-queries' AND NOT timed_out
    QUALIFY engine = max(engine) OVER (PARTITION BY family)
),

newest AS (
    SELECT family, query, median(query_s) AS query_s, count(*) AS runs
    FROM runs
    GROUP BY ALL
),

compared AS (
    SELECT upper(query) AS query, p.query_s AS postgresql_s, m.query_s AS mariadb_s, m.query_s / p.query_s AS ratio, least(p.runs, m.runs) AS runs
    FROM newest AS p
    JOIN newest AS m USING (query)
    WHERE p.family = 'postgresql' AND m.family = 'mariadb'
)

SELECT
    sum(mariadb_s) / sum(postgresql_s) AS total_ratio,
    geometric_mean(ratio) AS mean_ratio,
    count(*) AS queries,
    count(*) FILTER (ratio > 1) AS postgresql_sooner,
    max_by(query, ratio) AS most_query,
    max(ratio) AS most_ratio,
    max_by(mariadb_s, ratio) AS most_mariadb_s,
    sum(mariadb_s) AS total_mariadb_s,
    min(runs) AS runs
FROM compared
HAVING count(*) > 0;
