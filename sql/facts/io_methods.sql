-- What PostgreSQL 18 completes with other ways of reading, compared with synchronous reads: of scans of cached tables by 16 clients, on one
-- CPU and on eight, the share that workers lose; of one client on two volumes, the greatest difference.
SELECT
    place AS name,
    1 - max(ratio) FILTER (settings = 'worker') AS worker_loss_share,
    max(abs(ratio - 1)) FILTER (settings <> 'before') AS most_difference_share
FROM io_method_ratios
GROUP BY place
ORDER BY name;
