-- Do PostgreSQL's own scans use the device's bandwidth in full (95 %), with the kernel's read-ahead? The published 300 MB/s
-- for a core of 3 GHz, say, are about 100 MiB/s for each GIPS, and the bandwidths up to there are compared, in all experiments. A
-- scan was run once: there is no interval, and of several the best counts where it reaches, the least where it does not.
WITH own_scans AS (
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
        AND bandwidth_mib_s_per_gips <= 128
    GROUP BY bandwidth_mib_s
)

SELECT
    CASE
        WHEN min(best) >= full_share() THEN 'reproduced'
        WHEN max(best) < full_share() THEN 'contradicted'
        ELSE 'depends on settings'
    END AS verdict,
    100 * min(best) AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    '% of the bandwidth' AS unit,
    'Its scans reach ' || string_agg(
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
    ) AS reason
FROM own_scans
HAVING count(*) > 0;
