-- What each statement of a MySQL or MariaDB server asked for so far: append it to each of the two readings, if you want to know which
-- statements cost most. It needs performance_schema, whose texts have ? in place of values. Names of tables and columns are in
-- them: look through the file before you show it to others. Which statement read which page is counted nowhere; rows that were
-- examined take its place.
SELECT
    'bandwise_statement' AS reading,
    digest AS id,
    sum(count_star) AS calls,
    cast(sum(sum_timer_wait) / 1000000 AS decimal(20, 0)) AS time_us,
    cast(cast(sum(sum_rows_sent + sum_rows_affected) AS decimal(20, 0)) AS char) AS row_count,
    'absent' AS pages_read,
    cast(cast(sum(sum_rows_examined) AS decimal(20, 0)) AS char) AS rows_examined,
    'absent' AS log_bytes,
    left(regexp_replace(min(digest_text), '[[:space:]]+', ' '), 300) AS statement
FROM performance_schema.events_statements_summary_by_digest
WHERE digest IS NOT NULL AND digest_text IS NOT NULL
GROUP BY digest
UNION ALL
-- By the last row it is known that none is missing, and that counting did not begin again between two readings.
SELECT
    'bandwise_statement',
    'whole',
    count(DISTINCT digest),
    coalesce(cast(unix_timestamp(min(first_seen)) * 1000000 AS decimal(20, 0)), 0),
    'absent',
    'absent',
    'absent',
    'absent',
    'counted since'
FROM performance_schema.events_statements_summary_by_digest
WHERE digest IS NOT NULL AND digest_text IS NOT NULL
ORDER BY id;
