-- MariaDB's transactions with four purge threads relative to one: the least and the most over CPUs and bandwidths.
WITH runs AS (
    SELECT
        regexp_replace(repeat_group, '"tuning[^,}]*', '') AS place,
        regexp_extract(repeat_group, 'innodb_purge_threads":(\d+)', 1) AS threads, max(median) AS tps
    FROM metric_summary
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'background-threads' AND metric = 'tps' AND phase = 'run'
    GROUP BY ALL
),

ratios AS (
    SELECT max(tps) FILTER (threads = '4') / max(tps) FILTER (threads = '1') AS ratio
    FROM runs
    GROUP BY place
)

SELECT 1 - max(ratio) AS least_loss_share, 1 - min(ratio) AS most_loss_share, count(*) AS settings
FROM ratios
HAVING count(*) > 0;
