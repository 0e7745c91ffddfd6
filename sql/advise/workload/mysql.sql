-- What a workload like that of a database of MySQL or MariaDB is made of. It only reads statistics; run it in the database itself, as
-- with mysql --batch --raw --skip-column-names shop. It needs performance_schema, and SELECT on the database.
-- No value of the data is in the answer: names of tables and columns are, and statements with ? in place of values. Look through the
-- file before you show it to others. Servers of MySQL's line count no pages and no log by statement: rows that were examined take their place.
SELECT concat('bandwise_workload ', json_object(
    'kind', 'server',
    'family', if(version() LIKE '%MariaDB%', 'mariadb', 'mysql'),
    'version', substring_index(version(), '-', 1),
    'identity', left(sha2(concat(@@hostname, ' ', @@port, ' ', @@datadir, ' ', database()), 256), 12),
    'taken_us', cast(unix_timestamp(now(6)) * 1000000 AS unsigned),
    'replica', (SELECT count(*) FROM performance_schema.replication_connection_configuration) > 0,
    'cache_bytes', @@innodb_buffer_pool_size,
    'memory_bytes', @@innodb_buffer_pool_size,
    'page_bytes', @@innodb_page_size
)) AS fact
UNION ALL
SELECT concat('bandwise_workload ', json_object(
    'kind', 'table',
    'schema', table_schema,
    'table', table_name,
    'rows', coalesce(table_rows, 0),
    'bytes', coalesce(data_length, 0),
    'index_bytes', coalesce(index_length, 0)
))
FROM information_schema.tables
WHERE table_schema = database() AND table_type = 'BASE TABLE'
UNION ALL
SELECT concat('bandwise_workload ', json_object(
    'kind', 'column',
    'table', table_name,
    'column', column_name,
    'distinct', max(cardinality)
))
FROM information_schema.statistics
WHERE table_schema = database() AND seq_in_index = 1
GROUP BY table_name, column_name
UNION ALL
SELECT concat('bandwise_workload ', json_object(
    'kind', 'statement',
    'id', digest,
    'calls', sum(count_star),
    'rows', sum(sum_rows_sent + sum_rows_affected),
    'rows_examined', sum(sum_rows_examined),
    'text', min(digest_text)
))
FROM performance_schema.events_statements_summary_by_digest
WHERE schema_name = database() AND digest IS NOT NULL AND digest_text IS NOT NULL
GROUP BY digest
UNION ALL
SELECT 'bandwise_workload {"kind": "end"}';
