-- Is the second scan of a table that fits the page cache far faster (twice as fast) than the first?
-- It can be only where the device is far slower than a scan from memory; elsewhere nothing is
-- decided. A scan has no random seed, so there is no interval.
WITH scans AS (
    SELECT *
    FROM scan_bandwidth
    SEMI JOIN newest_engines USING (experiment, engine)
    WHERE experiment = 'readahead' AND engine_family = 'postgresql' AND lab = 'virtual'
        AND filesystem = 'ext4' AND read_ahead_kb = 128
),

compared AS (
    SELECT
        one.duration_s AS first_s,
        two.duration_s AS second_s,
        two.scanned_mib_s AS memory_mib_s,
        one.bandwidth_mib_s AS device_mib_s
    FROM scans AS one
    JOIN scans AS two USING (cell_id)
    WHERE one.scan_index = 1 AND two.scan_index = 2
        AND two.device_read_mib < 0.01 * two.relation_mib
    ORDER BY device_mib_s
    LIMIT 1
)

SELECT
    CASE
        WHEN first_s >= 2 * second_s THEN 'reproduced'
        WHEN memory_mib_s > 2 * device_mib_s THEN 'contradicted'
        ELSE 'undecided'
    END AS verdict,
    first_s / second_s AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    'times' AS unit,
    format(
        'The first scan takes {:.2f} s, the second {:.2f} s{}',
        first_s,
        second_s,
        if(
            first_s < 2 * second_s AND memory_mib_s <= 2 * device_mib_s,
            format(
                '; from memory the processor scans {:.0f} MiB/s, a device of {} hardly delays it',
                memory_mib_s,
                device_mib_s::BIGINT
            ),
            ''
        )
    ) AS reason
FROM compared;
