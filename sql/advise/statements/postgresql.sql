-- What each statement of a PostgreSQL server (15 to 18) asked for so far: append it to each of the two readings, if you want to know
-- which statements cost most. It needs the extension pg_stat_statements, whose texts have $1 in place of values. Names of tables
-- and columns are in them, and so are comments: look through the file before you show it to others.
SELECT
    'bandwise_statement' AS reading,
    queryid::text AS id,
    sum(calls)::bigint AS calls,
    sum(total_exec_time * 1000)::bigint::text AS time_us,
    sum(rows)::bigint::text AS row_count,
    sum(shared_blks_read + local_blks_read + temp_blks_read)::bigint::text AS pages_read,
    'absent' AS rows_examined,
    sum(wal_bytes)::bigint::text AS log_bytes,
    left(regexp_replace(min(query), '\s+', ' ', 'g'), 300) AS statement
FROM pg_stat_statements
WHERE queryid IS NOT NULL
GROUP BY queryid
UNION ALL
-- By the last row it is known that none is missing, and that counting did not begin again between two readings.
SELECT
    'bandwise_statement',
    'whole',
    (SELECT count(DISTINCT queryid) FROM pg_stat_statements),
    (extract(EPOCH FROM stats_reset) * 1e6)::bigint::text,
    'absent',
    'absent',
    'absent',
    'absent',
    'counted since'
FROM pg_stat_statements_info
ORDER BY id;
