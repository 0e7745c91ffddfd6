-- Do small reads through the page cache use the device's bandwidth in full (95 %), as direct reads of 1 MiB do?
-- fio reports for the strategies, as no processor limits it. A file was read once: there is no interval.
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
)

SELECT
    CASE WHEN direct_share < full_share() THEN 'open' WHEN ahead < full_share() THEN 'contradicted' ELSE 'reproduced' END AS verdict,
    ahead / direct_share AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    'times' AS unit,
    format(
        'Of {} MiB/s, blocks of 8 KiB through the page cache reach {:.1f} % with the kernel''s '
        'read-ahead{}{}, direct reads of 1 MiB {:.1f} %',
        device_mib_s,
        ahead * 100,
        coalesce(format(' and {:.1f} % without', alone * 100), ''),
        coalesce(format(', blocks of 128 KiB, as PostgreSQL 17''s, {:.1f} % with it', ahead_128k * 100), ''),
        direct_share * 100
    ) AS reason
FROM strategies;
