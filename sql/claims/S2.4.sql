-- Is the readahead the kernel's? Then the same scan is read in larger pieces, twice as large at
-- least, at the greatest read_ahead_kb than without readahead, on either file system. The newest
-- PostgreSQL decides where it was measured on both, fio that reads as it does where it was not. A
-- scan was run once, so there is no interval.
WITH reads AS (
    SELECT engine, filesystem, read_ahead_kb, device_read_bytes_mean
    FROM filesystem_reads AS r
    SEMI JOIN deterministic_cells USING (cell_id)
    WHERE device_read_bytes_mean > 0
        AND (
            engine = 'fio'
            OR (r.experiment, engine) IN (
                SELECT (experiment, engine) FROM newest_engines WHERE engine_family = 'postgresql'
            )
        )
),

-- At the same settings on both.
compared AS (
    SELECT
        engine,
        read_ahead_kb,
        max(device_read_bytes_mean) FILTER (filesystem = 'ext4') AS ext4_bytes,
        max(device_read_bytes_mean) FILTER (filesystem = 'xfs') AS xfs_bytes
    FROM reads
    GROUP BY ALL
    HAVING ext4_bytes IS NOT NULL AND xfs_bytes IS NOT NULL
),

ends AS (
    SELECT
        engine,
        min(read_ahead_kb) AS least_kb,
        max(read_ahead_kb) AS greatest_kb,
        arg_min(ext4_bytes, read_ahead_kb) AS ext4_least,
        arg_max(ext4_bytes, read_ahead_kb) AS ext4_greatest,
        arg_min(xfs_bytes, read_ahead_kb) AS xfs_least,
        arg_max(xfs_bytes, read_ahead_kb) AS xfs_greatest
    FROM compared
    GROUP BY engine
    HAVING count(*) > 1
)

SELECT
    CASE
        WHEN ext4_greatest >= 2 * ext4_least AND xfs_greatest >= 2 * xfs_least THEN 'reproduced'
        ELSE 'contradicted'
    END AS verdict,
    ext4_greatest / xfs_greatest AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    'times' AS unit,
    format(
        'From read_ahead_kb {} to {} the reads of {} at the device grow from {:.0f} to {:.0f} KiB '
        'on ext4 and from {:.0f} to {:.0f} KiB on xfs',
        least_kb,
        greatest_kb,
        engine,
        ext4_least / 1024,
        ext4_greatest / 1024,
        xfs_least / 1024,
        xfs_greatest / 1024
    ) AS reason
FROM ends
ORDER BY engine = 'fio', engine
LIMIT 1;
