-- What the watched twins saw by process and file, by process at the device, and by place in a program, one count a row.

SELECT
    experiment,
    side,
    place,
    phase,
    CASE trace WHEN 'file_requests' THEN 'file' WHEN 'functions' THEN 'processor' ELSE 'device' END AS seen_at,
    -- The kernel's threads have a CPU or a device behind a stroke, and threads of a pool their number.
    CASE
        WHEN trace <> 'functions'
            THEN regexp_replace(
                split_part(regexp_extract(key, '^(.*),([^,]*)$', 1), '/', 1), '-[0-9]+$', ''
            )
        WHEN key = '' THEN 'threads of the kernel'
        ELSE split_part(key, ',', 1) END AS process,
    CASE
        -- A file of PostgreSQL's log has 24 digits: a timeline and a position.
        WHEN trace = 'file_requests' AND regexp_matches(key, ',[0-9A-F]{24}$') THEN 'log (pg_wal)'
        -- Other numbers that are positions, processes or random.
        WHEN trace = 'file_requests'
            THEN regexp_replace(
                regexp_replace(regexp_extract(key, '^(.*),([^,]*)$', 2), '^[0-9A-F]{7,}$', 'files by position'),
                '[0-9A-F]{7,}|\.[0-9]{2,}$', '*', 'g'
            )
        WHEN map = '@program' THEN split_part(key, ',', 2)
        WHEN map = '@library' THEN 'libraries'
        WHEN map = '@kernel' THEN 'the kernel'
        ELSE '' END AS file,
    CASE trace
        WHEN 'file_requests' THEN map[2:]
        WHEN 'functions' THEN 'instructions'
        ELSE regexp_extract(key, '^(.*),([^,]*)$', 2) || if(map = '@requests', ' commands', ' bytes') END AS counted,
    -- tracing/functions.bt looks every 20 us.
    sum(if(trace = 'functions', value * 20000 * gips, value)) AS value,
    sum(if(trace = 'functions', value, 0)) AS looks
FROM trace_sums
JOIN compared_cells USING (cell_id)
WHERE
    twin = 'where'
    AND (
        trace IN ('file_requests', 'functions')
        OR trace = 'device_requests' AND map IN ('@requests', '@request_bytes')
    )
GROUP BY ALL
ORDER BY ALL
