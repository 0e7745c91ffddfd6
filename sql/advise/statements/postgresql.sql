-- What each statement of a PostgreSQL server (15 to 18) asked for so far: append it to each of the two readings, if you want to know
-- which statements cost most. It needs the extension pg_stat_statements, whose texts have $1 in place of values. Names of tables
-- and columns are in them, and so are comments: look through the file before you show it to others.
SELECT
    'bandwise_statement' AS reading,
    queryid AS id,
    sum(calls)::bigint AS calls,
    sum(total_exec_time * 1000)::bigint AS time_us,
    sum(rows)::bigint AS row_count,
    sum(shared_blks_read + local_blks_read + temp_blks_read)::bigint AS pages_read,
    'absent' AS rows_examined,
    sum(wal_bytes)::bigint AS log_bytes,
    left(regexp_replace(min(query), '\s+', ' ', 'g'), 300) AS statement
FROM pg_stat_statements
WHERE queryid IS NOT NULL
GROUP BY queryid
ORDER BY queryid;
