-- Does a scan from cold caches use the device's bandwidth in full (95 %)? Where the engine can't
-- scan even from memory as fast as the device delivers, the processor is the limit, and nothing is
-- decided. A scan has no random seed, so there is no interval.
WITH scans AS (
    SELECT *
    FROM scan_bandwidth
    SEMI JOIN newest_engines USING (experiment, engine)
    WHERE experiment = 'readahead' AND engine_family = 'postgresql' AND lab = 'virtual'
        AND filesystem = 'ext4'
),

best AS (
    SELECT
        max(bandwidth_share) FILTER (scan_index = 1) AS value,
        arg_max(read_ahead_kb, bandwidth_share) FILTER (scan_index = 1) AS read_ahead_kb,
        arg_max(bandwidth_mib_s, bandwidth_share) FILTER (scan_index = 1) AS device_mib_s,
        max(scanned_mib_s) FILTER (scan_index > 1 AND device_read_mib < 0.01 * relation_mib)
            AS memory_mib_s
    FROM scans
    HAVING value IS NOT NULL
)

SELECT
    CASE
        WHEN value >= 0.95 THEN 'reproduced'
        WHEN memory_mib_s > device_mib_s THEN 'contradicted'
        ELSE 'undecided'
    END AS verdict,
    value * 100 AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    '% of the bandwidth' AS unit,
    format(
        'The best is {:.0f} % of {} MiB/s, at read_ahead_kb {}{}',
        value * 100,
        device_mib_s::BIGINT,
        read_ahead_kb,
        CASE
            WHEN value >= 0.95 THEN ''
            WHEN memory_mib_s IS NULL THEN '; what the processor could do from memory is not known'
            WHEN memory_mib_s > device_mib_s
                THEN format(', while the same scan from memory makes {:.0f}', memory_mib_s)
            ELSE format(
                '; from memory it makes {:.0f} MiB/s, so the processor is what limits it',
                memory_mib_s
            )
        END
    ) AS reason
FROM best;
