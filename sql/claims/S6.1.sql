-- Does MySQL ask for far fewer flushes of its data files per write with O_DIRECT_NO_FSYNC? Published: a
-- twentieth, by counters that include the redo log, in runs whose commits seldom waited for it. So runs whose commits do
-- not flush the log are compared. A fifth or less at both latencies of a flush reproduces it, more than half at both
-- contradicts it; the largest share is the figure.
WITH compared AS (
    SELECT
        engine,
        flush_latency_us,
        max(flushes_per_write) FILTER (method = 'O_DIRECT') AS with_flushes,
        max(flushes_per_write) FILTER (method = 'O_DIRECT_NO_FSYNC') AS without_flushes,
        without_flushes / with_flushes AS share
    FROM innodb_flushes
    SEMI JOIN deterministic_cells USING (cell_id)
    WHERE phase = 'update' AND commits = 'asynchronous'
    GROUP BY ALL
),

shares AS (
    SELECT
        count(*) AS latencies,
        max(share) AS most,
        min(share) AS least,
        arg_max(with_flushes, share) AS with_flushes,
        arg_max(without_flushes, share) AS without_flushes
    FROM compared
    WHERE engine LIKE 'mysql-%' AND with_flushes > 0
),

others AS (
    SELECT max(share) AS share
    FROM compared
    WHERE engine LIKE 'mariadb-%'
)

SELECT
    CASE WHEN most <= 0.2 THEN 'reproduced' WHEN least > 0.5 THEN 'contradicted' ELSE 'open' END AS verdict,
    most AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    'times' AS unit,
    format(
        'MySQL requests {} times as many flushes per write, {:.3g} in place of {:.3g} where it saves least{}',
        span(least, most), without_flushes, with_flushes,
        coalesce(format('; MariaDB {:.2f} times as many', share), '')
    ) AS reason
FROM shares
CROSS JOIN others
WHERE latencies = 2;
