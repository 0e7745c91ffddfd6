-- What a MariaDB server (10.6 or later) counted so far. Run it twice, an hour apart, under the usual load. It only reads statistics.
-- No name of a database, table or user, no statement and no value of the data is in the answer.
WITH counted AS (
    SELECT
        lower(variable_name) AS name,
        variable_value AS value
    FROM information_schema.global_status
),

answer AS (
    SELECT 'server' AS name, 'MariaDB' AS value
    UNION ALL
    SELECT 'version', substring_index(version(), '-', 1)
    UNION ALL
    SELECT 'identity', left(sha2(concat(@@hostname, ' ', @@port, ' ', @@datadir), 256), 12)
    UNION ALL
    SELECT 'taken_us', cast(round(unix_timestamp(now(6)) * 1000000) AS char)
    UNION ALL
    SELECT 'started_us', cast(cast(unix_timestamp() - value AS decimal(20, 0)) * 1000000 AS char) FROM counted WHERE name = 'uptime'
    UNION ALL
    SELECT 'reset_us', cast(cast(unix_timestamp() - value AS decimal(20, 0)) * 1000000 AS char)
    FROM counted
    WHERE name = 'uptime_since_flush_status'
    UNION ALL
    -- A replica that is stopped is one, too; without performance_schema it is not told from a primary.
    SELECT 'replica', CASE
        WHEN value > 0 OR (SELECT count(*) FROM performance_schema.replication_connection_configuration) > 0 THEN '1'
        WHEN @@performance_schema THEN '0'
    END
    FROM counted
    WHERE name = 'slaves_running'
    UNION ALL
    SELECT 'waits_timed', '1'
    UNION ALL
    SELECT 'page_cache', if(@@innodb_flush_method LIKE 'O\_DIRECT%', '0', '1')
    UNION ALL
    SELECT 'page_bytes', cast(@@innodb_page_size AS char)
    UNION ALL
    SELECT 'transactions', cast(sum(value) AS char) FROM counted WHERE name IN ('com_commit', 'com_rollback')
    UNION ALL
    SELECT 'statements', value FROM counted WHERE name = 'questions'
    UNION ALL
    SELECT 'active_us', cast(floor(sum(sum_timer_wait) / 1000000) AS char)
    FROM performance_schema.events_statements_summary_by_digest
    UNION ALL
    SELECT 'waited_us', cast(floor(sum(sum_timer_read + sum_timer_write + sum_timer_misc) / 1000000) AS char)
    FROM performance_schema.file_summary_by_event_name
    WHERE event_name LIKE 'wait/io/file/innodb/%'
    UNION ALL
    SELECT 'read_bytes', value FROM counted WHERE name = 'innodb_data_read'
    UNION ALL
    SELECT 'read_requests', value FROM counted WHERE name = 'innodb_data_reads'
    UNION ALL
    SELECT 'write_bytes', cast(sum(value) AS char)
    FROM counted
    WHERE name IN ('innodb_data_written', 'innodb_os_log_written')
    UNION ALL
    SELECT 'write_requests', cast(sum(value) AS char)
    FROM counted
    -- A write of the log is counted nowhere; each is flushed.
    WHERE name IN ('innodb_data_writes', 'innodb_data_fsyncs')
    UNION ALL
    SELECT 'flushes', value FROM counted WHERE name = 'innodb_data_fsyncs'
    UNION ALL
    SELECT 'end', '1'
)

SELECT
    'bandwise' AS reading,
    name,
    coalesce(if(name = 'version', value, substring_index(value, '.', 1)), 'absent') AS value
FROM answer;
