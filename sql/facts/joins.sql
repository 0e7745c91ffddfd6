-- How the plans of TPC-H's queries join, by family of engines, of its newest version.
WITH newest AS (
    SELECT split_part(engine, '-', 1) AS name, *
    FROM data_olap_joins
    QUALIFY engine = max(engine) OVER (PARTITION BY name)
)

SELECT
    name,
    sum(joins)::BIGINT AS joins,
    coalesce(sum(joins) FILTER (join_method = 'hash'), 0)::BIGINT AS hash_joins,
    coalesce(sum(joins) FILTER (join_method = 'index nested loop'), 0)::BIGINT AS index_joins
FROM newest
GROUP BY name
ORDER BY name;
