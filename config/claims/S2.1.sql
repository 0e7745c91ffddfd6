-- Are the device's reads larger than the engine's, and made so by the kernel's readahead? A scan
-- has no random seed, so one run is all there is, without an interval; in its place the sizes must
-- differ by more than a tenth, and double from the least read_ahead_kb to the greatest. From version
-- 17 on PostgreSQL asks for up to 128 KiB at once, so the kernel has less left to do: that is told.
WITH scans AS (
    SELECT read_ahead_kb, device_read_bytes_mean, syscall_read_bytes_mean
    FROM readahead_sizes
    SEMI JOIN newest_engines USING (experiment, engine)
    WHERE phase = 'scan' AND engine_family = 'postgresql' AND lab = 'virtual'
        AND filesystem = 'ext4'
        AND device_read_bytes_mean > 0 AND syscall_read_bytes_mean > 0
),

ends AS (
    SELECT
        min(read_ahead_kb) AS least_kb,
        max(read_ahead_kb) AS greatest_kb,
        arg_min(device_read_bytes_mean, read_ahead_kb) AS least_bytes,
        arg_max(device_read_bytes_mean, read_ahead_kb) AS greatest_bytes,
        arg_max(syscall_read_bytes_mean, read_ahead_kb) AS asked_bytes,
        max(device_read_bytes_mean / syscall_read_bytes_mean) FILTER (read_ahead_kb = 128)
            AS at_default
    FROM scans
    HAVING count(DISTINCT read_ahead_kb) > 1
)

SELECT
    CASE
        WHEN greatest_bytes > 1.1 * asked_bytes AND greatest_bytes > 2 * least_bytes
            THEN 'reproduced'
        ELSE 'contradicted'
    END AS verdict,
    greatest_bytes / asked_bytes AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    'times' AS unit,
    format(
        'The engine asks for {:.0f} KiB a read{}; the device sees {:.0f} KiB at read_ahead_kb {} '
        'and {:.0f} KiB at {}{}',
        asked_bytes / 1024,
        if(asked_bytes > 16384, ', so its blocks are no longer small', ''),
        least_bytes / 1024,
        least_kb,
        greatest_bytes / 1024,
        greatest_kb,
        coalesce(format('; at the kernel''s default of 128, {:.2f} times what is asked for', at_default), '')
    ) AS reason
FROM ends;
