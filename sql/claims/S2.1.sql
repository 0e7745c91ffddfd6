-- Are the device's reads larger than the engine's, and made so by the kernel's readahead? The claim is
-- about an engine that reads a block at a time, which PostgreSQL does before version 17; later ones ask
-- for up to 128 KiB at once, so they leave it open. A scan was run once, so there is no
-- interval; in its place the sizes must differ by more than a tenth, and double from the
-- least read_ahead_kb to the greatest.
WITH scans AS (
    SELECT
        engine,
        try_cast(regexp_extract(engine, '-([0-9]+)', 1) AS INTEGER) AS major,
        read_ahead_kb,
        device_read_bytes_mean,
        syscall_read_bytes_mean
    FROM readahead_sizes
    SEMI JOIN deterministic_cells USING (cell_id)
    WHERE phase = 'scan' AND engine_family = 'postgresql'
        AND filesystem = 'ext4'
        AND device_read_bytes_mean > 0 AND syscall_read_bytes_mean > 0
),

-- The newest that reads a block at a time; where there is none, the newest of all.
chosen AS (
    SELECT arg_max(engine, (major < 17, major)) AS engine
    FROM scans
),

ends AS (
    SELECT
        engine,
        any_value(major) < 17 AS reads_blocks,
        min(read_ahead_kb) AS least_kb,
        max(read_ahead_kb) AS greatest_kb,
        arg_min(device_read_bytes_mean, read_ahead_kb) AS least_bytes,
        arg_max(device_read_bytes_mean, read_ahead_kb) AS greatest_bytes,
        arg_max(syscall_read_bytes_mean, read_ahead_kb) AS asked_bytes,
        max(device_read_bytes_mean / syscall_read_bytes_mean) FILTER (read_ahead_kb = 128)
            AS at_default
    FROM scans
    JOIN chosen USING (engine)
    GROUP BY engine
    HAVING count(DISTINCT read_ahead_kb) > 1
)

SELECT
    CASE
        WHEN NOT reads_blocks THEN 'open'
        WHEN greatest_bytes > 1.1 * asked_bytes AND greatest_bytes > 2 * least_bytes
            THEN 'reproduced'
        ELSE 'contradicted'
    END AS verdict,
    greatest_bytes / asked_bytes AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    'times' AS unit,
    format(
        'The engine, {}, reads {:.0f} KiB per system call{}; the device sees {:.0f} KiB at read_ahead_kb {} '
        'and {:.0f} KiB at {}{}',
        engine,
        asked_bytes / 1024,
        if(reads_blocks, '', ', since it combines blocks itself, which leaves the claim open'),
        least_bytes / 1024,
        least_kb,
        greatest_bytes / 1024,
        greatest_kb,
        coalesce(format('; at the kernel''s default of 128, {:.2f} times what is asked for', at_default), '')
    ) AS reason
FROM ends;
