-- What PostgreSQL 18 completes with each way of reading, over what it completes with synchronous reads: of scans of cached tables by 16
-- clients, on one CPU and on eight, and of one client on two volumes.
SELECT
    place AS name,
    max(ratio) FILTER (settings = 'worker') AS worker_ratio,
    1 - max(ratio) FILTER (settings = 'worker') AS worker_loss_share,
    max(ratio) FILTER (settings = 'io_uring') AS io_uring_ratio,
    max(ratio) FILTER (settings = 'before') AS before_ratio,
    max(abs(ratio - 1)) FILTER (settings <> 'before') AS most_difference_share
FROM io_method_ratios
GROUP BY place
ORDER BY name;
