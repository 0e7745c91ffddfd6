-- Does MySQL ask for far fewer flushes of its data files per write with O_DIRECT_NO_FSYNC? Published: a
-- twentieth. Fixed before anything was measured: a fifth or less at both latencies of a flush reproduces it,
-- more than half at both contradicts it. The largest share is the figure. Flushes of the redo log do not
-- count: here each commit waits for one, in the published runs few did. MySQL alone counts them; what MariaDB
-- makes of all flushes is in the reason.
WITH compared AS (
    SELECT
        engine,
        flush_latency_us,
        max(data_flushes_per_write) FILTER (method = 'O_DIRECT') AS with_flushes,
        max(data_flushes_per_write) FILTER (method = 'O_DIRECT_NO_FSYNC') AS without_flushes,
        max(flushes_per_write) FILTER (method = 'O_DIRECT_NO_FSYNC')
        / max(flushes_per_write) FILTER (method = 'O_DIRECT') AS share_of_all
    FROM innodb_flushes
    SEMI JOIN deterministic_cells USING (cell_id)
    WHERE phase = 'update'
    GROUP BY ALL
),

shares AS (
    SELECT
        count(*) AS latencies,
        max(without_flushes / with_flushes) AS most,
        min(without_flushes / with_flushes) AS least,
        arg_max(with_flushes, without_flushes / with_flushes) AS with_flushes,
        arg_max(without_flushes, without_flushes / with_flushes) AS without_flushes
    FROM compared
    WHERE engine LIKE 'mysql-%' AND with_flushes > 0
),

others AS (
    SELECT max(share_of_all) AS share
    FROM compared
    WHERE engine LIKE 'mariadb-%'
)

SELECT
    CASE
        WHEN most <= 0.2 THEN 'reproduced'
        WHEN least > 0.5 THEN 'contradicted'
        ELSE 'undecided'
    END AS verdict,
    most AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    'times' AS unit,
    format(
        'MySQL requests {:.3g} flushes of its data files per write with O_DIRECT and {} with O_DIRECT_NO_FSYNC{}',
        with_flushes,
        CASE WHEN without_flushes > 0 THEN format('{:.3g}', without_flushes) ELSE 'none' END,
        coalesce(format('; MariaDB, its log included, {:.2f} times as many', share), '')
    ) AS reason
FROM shares
CROSS JOIN others
WHERE latencies = 2;
