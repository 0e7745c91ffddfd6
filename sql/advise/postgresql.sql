-- What a PostgreSQL server (15 to 18) counted so far. Run it twice, an hour apart, under the usual load. It only reads statistics.
-- No name of a database, table or role, no statement and no value of the data is in the answer.
WITH databases AS (
    SELECT
        sum(xact_commit + xact_rollback) AS transactions,
        sum(blks_read) AS blocks_read,
        sum(blk_read_time + blk_write_time) AS waited_ms,
        sum(active_time) AS active_ms,
        sum(sessions) AS sessions,
        max(stats_reset) AS reset_at
    FROM pg_stat_database
),

-- Columns and views differ by version: a row as JSON has those that there are.
wal AS (SELECT to_jsonb(w) AS counted FROM pg_stat_wal AS w),

writer AS (SELECT to_jsonb(b) AS counted FROM pg_stat_bgwriter AS b),

io_rows AS (
    SELECT
        jsonb_array_elements(
            CASE WHEN to_regclass('pg_catalog.pg_stat_io') IS NOT NULL THEN (
                xpath(
                    '/table/row/rows/text()',
                    query_to_xml('SELECT json_agg(i)::text AS rows FROM pg_stat_io AS i', FALSE, FALSE, '')
                )
            )[1]::text::jsonb
            ELSE '[]' END
        ) AS i
),

io_counts AS (
    SELECT
        i ->> 'object' = 'wal' AS is_log,
        (i ->> 'reads')::numeric AS reads,
        (i ->> 'writes')::numeric AS writes,
        (i ->> 'extends')::numeric AS extends,
        (i ->> 'fsyncs')::numeric AS fsyncs,
        coalesce((i ->> 'read_bytes')::numeric, (i ->> 'reads')::numeric * (i ->> 'op_bytes')::numeric) AS read_bytes,
        coalesce((i ->> 'write_bytes')::numeric, (i ->> 'writes')::numeric * (i ->> 'op_bytes')::numeric) AS write_bytes,
        coalesce((i ->> 'extend_bytes')::numeric, (i ->> 'extends')::numeric * (i ->> 'op_bytes')::numeric)
            AS extend_bytes,
        (i ->> 'stats_reset')::timestamptz AS reset_at
    FROM io_rows
),

io AS (
    SELECT
        sum(reads) FILTER (WHERE NOT is_log) AS reads,
        sum(read_bytes) FILTER (WHERE NOT is_log) AS read_bytes,
        sum(coalesce(writes, 0) + coalesce(extends, 0)) FILTER (WHERE NOT is_log) AS writes,
        sum(coalesce(write_bytes, 0) + coalesce(extend_bytes, 0)) FILTER (WHERE NOT is_log) AS write_bytes,
        sum(fsyncs) FILTER (WHERE NOT is_log) AS fsyncs,
        sum(fsyncs) FILTER (WHERE is_log) AS log_fsyncs,
        sum(writes) FILTER (WHERE is_log) AS log_writes,
        max(reset_at) AS reset_at
    FROM io_counts
),

block AS (SELECT current_setting('block_size')::numeric AS bytes),

-- Before version 16 the writer's counts stand for those of pg_stat_io.
old_writes AS (
    SELECT
        (counted ->> 'buffers_checkpoint')::numeric + (counted ->> 'buffers_clean')::numeric
        + (counted ->> 'buffers_backend')::numeric AS blocks
    FROM writer
)

SELECT
    'bandwise' AS reading,
    name,
    value
FROM databases, wal, io, block, old_writes,
    LATERAL (
        VALUES
        ('server', 'PostgreSQL'),
        ('version', split_part(current_setting('server_version'), ' ', 1)),
        ('identity', left(md5((SELECT system_identifier FROM pg_control_system())::text), 12)),
        ('taken_us', (extract(EPOCH FROM clock_timestamp()) * 1e6)::bigint::text),
        ('started_us', (extract(EPOCH FROM pg_postmaster_start_time()) * 1e6)::bigint::text),
        (
            'reset_us', coalesce(
                (extract(EPOCH FROM greatest(
                    databases.reset_at, io.reset_at, (wal.counted ->> 'stats_reset')::timestamptz
                )) * 1e6)::bigint, 0
            )::text
        ),
        ('replica', pg_is_in_recovery()::int::text),
        ('waits_timed', (current_setting('track_io_timing') = 'on')::int::text),
        ('page_cache', '1'),
        ('page_bytes', block.bytes::text),
        ('transactions', databases.transactions::text),
        ('active_us', (databases.active_ms * 1000)::bigint::text),
        ('waited_us', (databases.waited_ms * 1000)::bigint::text),
        ('read_bytes', coalesce(io.read_bytes, databases.blocks_read * block.bytes)::bigint::text),
        ('read_requests', coalesce(io.reads, databases.blocks_read)::bigint::text),
        (
            'write_bytes', (
                coalesce(io.write_bytes, old_writes.blocks * block.bytes) + (wal.counted ->> 'wal_bytes')::numeric
            )::bigint::text
        ),
        (
            'write_requests', (
                coalesce(io.writes, old_writes.blocks)
                + coalesce((wal.counted ->> 'wal_write')::numeric, io.log_writes, 0)
            )::bigint::text
        ),
        (
            'flushes', (
                coalesce((wal.counted ->> 'wal_sync')::numeric, io.log_fsyncs, 0) + coalesce(io.fsyncs, 0)
            )::bigint::text
        ),
        ('end', '1')
    ) AS answer (name, value);
