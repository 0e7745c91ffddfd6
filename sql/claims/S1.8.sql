-- Are most of PostgreSQL's joins in the plans of the 22 queries by hash, where both engines left a plan? A count is no
-- sample, so there is no interval.
WITH plans AS (
    SELECT DISTINCT engine_family, cell_id, query
    FROM plan_nodes
    JOIN cell_settings AS s USING (cell_id)
    SEMI JOIN newest_engines AS n ON s.experiment = n.experiment AND s.engine = n.engine
    SEMI JOIN deterministic_cells USING (cell_id)
    -- The plans of one seed, as the data are the same.
    WHERE s.experiment = 'olap-queries'
    QUALIFY cell_id = min(cell_id) OVER (PARTITION BY engine_family)
),

shared AS (
    SELECT query
    FROM plans
    WHERE engine_family IN ('postgresql', 'mysql')
    GROUP BY query
    HAVING count(DISTINCT engine_family) = 2
),

enough AS (
    SELECT count(*) AS queries
    FROM shared
    HAVING count(*) >= 15
),

counted AS (
    SELECT
        engine_family,
        sum(joins) AS joins,
        coalesce(sum(joins) FILTER (join_method = 'hash'), 0) AS hashed,
        coalesce(sum(joins) FILTER (join_method LIKE '%nested loop'), 0) AS nested
    FROM join_methods
    SEMI JOIN plans USING (engine_family, cell_id, query)
    SEMI JOIN shared USING (query)
    GROUP BY engine_family
),

compared AS (
    SELECT
        p.joins AS postgresql_joins,
        p.hashed AS postgresql_hashed,
        m.joins AS mysql_joins,
        m.hashed AS mysql_hashed,
        m.nested AS mysql_nested,
        p.hashed / p.joins AS postgresql_share,
        m.hashed / m.joins AS mysql_share,
        queries
    FROM counted AS p
    JOIN counted AS m ON p.engine_family = 'postgresql' AND m.engine_family = 'mysql'
    CROSS JOIN enough
)

SELECT
    if(postgresql_share > 0.5, 'reproduced', 'contradicted') AS verdict,
    100 * postgresql_share AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    '% of PostgreSQL''s joins by hash' AS unit,
    format(
        'in the plans of {} queries PostgreSQL hashes {} of {} joins, MySQL {} of {}; {} of MySQL''s are nested loops',
        queries, postgresql_hashed::BIGINT, postgresql_joins::BIGINT, mysql_hashed::BIGINT,
        mysql_joins::BIGINT, mysql_nested::BIGINT
    ) AS reason
FROM compared;
