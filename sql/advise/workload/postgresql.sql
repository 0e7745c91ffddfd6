-- What a workload like that of a database of PostgreSQL (15 to 18) is made of. It only reads statistics; run it in the database itself,
-- with psql -X -A -t. It needs the extension pg_stat_statements, and pg_read_all_stats and pg_read_all_data (or the tables' owner).
-- No value of the data is in the answer: names of schemas, tables and columns are, and statements with $1 in place of values, whose
-- comments stay. Look through the file before you show it to others.
WITH relations AS (
    SELECT
        oid,
        relname,
        relkind,
        relpersistence,
        relnamespace,
        relispartition,
        coalesce(pg_partition_root(oid), oid) AS root
    FROM pg_class
    WHERE
        relkind IN ('r', 'p', 'm')
        AND relnamespace NOT IN (
            SELECT oid FROM pg_namespace WHERE nspname LIKE 'pg\_%' OR nspname = 'information_schema'
        )
        -- What extensions have made is in no dump.
        AND oid NOT IN (SELECT objid FROM pg_depend WHERE deptype = 'e' AND classid = 'pg_class'::regclass)
),

facts AS (
    SELECT
        1 AS place,
        jsonb_build_object(
            'kind', 'server',
            'family', 'postgresql',
            'version', split_part(current_setting('server_version'), ' ', 1),
            'identity', left(md5((SELECT system_identifier FROM pg_control_system())::text || current_database()), 12),
            'taken_us', (extract(EPOCH FROM clock_timestamp()) * 1e6)::bigint,
            'reset_us', (SELECT (extract(EPOCH FROM stats_reset) * 1e6)::bigint FROM pg_stat_statements_info),
            'replica', pg_is_in_recovery(),
            'cache_bytes', (
                SELECT setting::bigint FROM pg_settings WHERE name = 'shared_buffers'
            ) * current_setting('block_size')::bigint,
            'memory_bytes', (
                SELECT setting::bigint FROM pg_settings WHERE name = 'effective_cache_size'
            ) * current_setting('block_size')::bigint,
            'page_bytes', current_setting('block_size')::bigint,
            'transactions', (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database())
        ) AS fact
    UNION ALL
    SELECT
        2,
        jsonb_build_object(
            'kind', 'table',
            'schema', min(top.relnamespace::regnamespace::text),
            'table', min(top.relname),
            'rows', sum(greatest(pg_class.reltuples, 0))::bigint,
            'is_analysed', bool_or(pg_class.reltuples >= 0),
            'bytes', sum(pg_table_size(part.oid)),
            'index_bytes', sum(pg_indexes_size(part.oid))
        )
    FROM relations AS part
    JOIN relations AS top ON part.root = top.oid
    JOIN pg_class ON part.oid = pg_class.oid
    WHERE part.relkind = 'r'
    GROUP BY top.oid
    UNION ALL
    SELECT
        3,
        jsonb_build_object(
            'kind', 'column',
            'table', s.tablename,
            'column', s.attname,
            'distinct', s.n_distinct,
            'nulls', s.null_frac,
            'width_bytes', s.avg_width,
            'correlation', s.correlation,
            'common', s.most_common_freqs
        )
    FROM pg_stats AS s
    JOIN relations AS r ON s.tablename = r.relname AND r.relnamespace::regnamespace::text = quote_ident(s.schemaname)
    WHERE NOT r.relispartition AND s.inherited = (r.relkind = 'p')
    UNION ALL
    SELECT
        4,
        jsonb_build_object(
            'kind', 'statement',
            'id', queryid::text,
            'calls', sum(calls),
            'rows', sum(rows),
            'pages_read', sum(shared_blks_read),
            'pages_hit', sum(shared_blks_hit),
            'log_bytes', sum(wal_bytes),
            'text', min(query)
        )
    FROM pg_stat_statements
    WHERE
        queryid IS NOT NULL AND toplevel
        AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
    GROUP BY queryid
    UNION ALL
    SELECT
        5,
        jsonb_build_object('kind', 'end')
)

SELECT 'bandwise_workload ' || fact::text AS fact
FROM facts
ORDER BY place, fact ->> 'table', fact ->> 'column', (fact ->> 'calls')::numeric DESC, fact ->> 'id';
