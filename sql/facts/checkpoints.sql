-- How PostgreSQL's throughput swings from checkpoint to checkpoint, with and without copies of pages in its log: transactions per second
-- in the fastest and in the slowest five seconds.
SELECT
    if(copies LIKE '%off%', 'without', 'with') AS name,
    median(tps_most) AS most_tps, median(tps_least) AS least_tps, median(swing) AS swing_ratio,
    median(tps_most) / min(median(tps_most)) OVER () AS faster_ratio
FROM data_checkpoint_swings
GROUP BY name
ORDER BY name;
