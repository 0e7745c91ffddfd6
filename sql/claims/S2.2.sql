-- Does a scan of PostgreSQL's use the device's bandwidth in full (95 %), as direct reads of 1 MiB do?
-- fio reports for the strategies, as no processor limits it. PostgreSQL's own scans must reach it as well,
-- at each bandwidth at which it was measured with the kernel's readahead; where the strategy reaches the
-- bandwidth and PostgreSQL doesn't, the claim is open. A scan was run once: there is no interval.
WITH strategies AS (
    SELECT
        max(bandwidth_share) FILTER (strategy = 'buffered-8k' AND read_ahead_kb > 0) AS ahead,
        max(bandwidth_share) FILTER (strategy = 'buffered-8k' AND read_ahead_kb = 0) AS alone,
        max(bandwidth_share) FILTER (strategy = 'buffered-128k' AND read_ahead_kb > 0) AS ahead_128k,
        max(bandwidth_share) FILTER (strategy = 'direct-1024k-d4') AS direct_share,
        max(bandwidth_mib_s)::BIGINT AS device_mib_s
    FROM scan_strategies
    SEMI JOIN deterministic_cells USING (cell_id)
    WHERE experiment = 'scan-strategies' AND filesystem = 'ext4'
    HAVING ahead IS NOT NULL AND direct_share IS NOT NULL
),

-- From the least to the best of the scans at each bandwidth.
own_scans AS (
    SELECT
        bandwidth_mib_s,
        arg_max(engine, bandwidth_share) AS engine,
        min(bandwidth_share) AS least,
        max(bandwidth_share) AS best
    FROM scan_bandwidth
    SEMI JOIN newest_engines USING (experiment, engine)
    SEMI JOIN deterministic_cells USING (cell_id)
    -- Parallel scans on several CPUs are another question.
    SEMI JOIN (FROM cell_settings WHERE cpus = 1) USING (cell_id)
    WHERE engine_family = 'postgresql' AND scan_index = 1
        AND workload IN ('sql/scan', 'sql/freight') AND read_ahead_kb > 0
    GROUP BY bandwidth_mib_s
),

own AS (
    SELECT
        min(best) AS worst_best,
        string_agg(
            format(
                '{} of {} MiB/s with {}',
                if(
                    round(least * 100) = round(best * 100),
                    format('{:.0f} %', best * 100),
                    format('{:.0f} to {:.0f} %', least * 100, best * 100)
                ),
                bandwidth_mib_s::BIGINT,
                engine
            ),
            ', ' ORDER BY bandwidth_mib_s
        ) AS said
    FROM own_scans
)

SELECT
    CASE
        WHEN direct_share < 0.95 THEN 'open'
        WHEN ahead < 0.95 THEN 'contradicted'
        WHEN worst_best >= 0.95 THEN 'reproduced'
        ELSE 'open'
    END AS verdict,
    ahead / direct_share AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    'times' AS unit,
    format(
        'Of {} MiB/s, blocks of 8 KiB through the page cache reach {:.1f} % with the kernel''s '
        'read-ahead{}{}, direct reads of 1 MiB {:.1f} %; {}',
        device_mib_s,
        ahead * 100,
        coalesce(format(' and {:.1f} % without', alone * 100), ''),
        coalesce(
            format(', blocks of 128 KiB, as PostgreSQL 17''s, {:.1f} % with it', ahead_128k * 100), ''
        ),
        direct_share * 100,
        coalesce(
            'scans of PostgreSQL itself reach ' || said, 'no scan of PostgreSQL itself was measured'
        )
    ) AS reason
FROM strategies
CROSS JOIN own;
