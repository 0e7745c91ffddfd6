-- The most common values of each column, for `python -m scripts.advise workload --keep-common-values`: append the answer to that of
-- postgresql.sql. THESE ARE VALUES OF YOUR DATA, such as names: leave it out if nobody else may see them.
SELECT
    'bandwise_workload '
    || jsonb_build_object(
        'kind', 'values',
        'table', s.tablename,
        'column', s.attname,
        'values', s.most_common_vals::text::text []
    )::text AS fact
FROM pg_stats AS s
WHERE
    s.most_common_vals IS NOT NULL AND s.schemaname NOT LIKE 'pg\_%' AND s.schemaname <> 'information_schema'
ORDER BY s.tablename, s.attname;
