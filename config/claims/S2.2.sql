-- Does reading as PostgreSQL does use the device's bandwidth in full (95 %), where reading as Oracle
-- does it, too? fio in their place, so that no processor is the limit; PostgreSQL's own best scan is
-- told beside it. A scan has no random seed, so there is no interval.
WITH strategies AS (
    SELECT
        max(bandwidth_share) FILTER (strategy = 'buffered-8k' AND read_ahead_kb > 0) AS ahead,
        max(bandwidth_share) FILTER (strategy = 'buffered-8k' AND read_ahead_kb = 0) AS alone,
        max(bandwidth_share) FILTER (strategy = 'buffered-128k' AND read_ahead_kb > 0) AS ahead_128k,
        max(bandwidth_share) FILTER (strategy = 'direct-1024k-d4') AS direct_share,
        max(bandwidth_mib_s)::BIGINT AS device_mib_s
    FROM scan_strategies
    WHERE experiment = 'scan-strategies' AND lab = 'virtual' AND filesystem = 'ext4'
    HAVING ahead IS NOT NULL AND direct_share IS NOT NULL
),

engines AS (
    SELECT
        max(bandwidth_share) AS share,
        arg_max(engine, bandwidth_share) AS engine,
        arg_max(bandwidth_mib_s, bandwidth_share)::BIGINT AS device_mib_s
    FROM scan_bandwidth
    SEMI JOIN newest_engines USING (experiment, engine)
    WHERE engine_family = 'postgresql' AND lab = 'virtual' AND scan_index = 1
        AND workload LIKE 'sql/%'
)

SELECT
    CASE
        WHEN direct_share < 0.95 THEN 'undecided'
        WHEN ahead >= 0.95 THEN 'reproduced'
        ELSE 'contradicted'
    END AS verdict,
    ahead / direct_share AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    'times' AS unit,
    format(
        'Of {} MiB/s, blocks of 8 KiB through the page cache reach {:.1f} % with the kernel''s '
        'readahead{}{}, direct reads of 1 MiB {:.1f} %{}',
        s.device_mib_s,
        ahead * 100,
        coalesce(format(' and {:.1f} % without', alone * 100), ''),
        coalesce(
            format(', blocks of 128 KiB, as PostgreSQL 17''s, {:.1f} % with it', ahead_128k * 100), ''
        ),
        direct_share * 100,
        coalesce(
            format(
                '; the best scan of {} itself reaches {:.0f} % of {}',
                engine,
                share * 100,
                e.device_mib_s
            ),
            ''
        )
    ) AS reason
FROM strategies AS s
CROSS JOIN engines AS e;
