-- Why InnoDB wrote pages in the runs of OLTP: the share of those written to free a frame for another page
-- (LRU), and how far its log was filled when a run ended, of the age at which it must write pages.
SELECT
    engine,
    bandwidth_mib_s,
    sum(delta) FILTER (counter = 'Innodb_buffer_pool_pages_lru_flushed')
        / nullif(sum(delta) FILTER (counter = 'Innodb_buffer_pool_pages_flushed'), 0) AS lru_share,
    max(after) FILTER (counter = 'Innodb_checkpoint_age')
        / nullif(max(after) FILTER (counter = 'Innodb_checkpoint_max_age'), 0) AS log_share_max
FROM engine_counters
JOIN cell_settings USING (cell_id)
WHERE experiment = 'oltp' AND lab = 'virtual' AND bandwidth_mib_s IS NOT NULL
    AND source = 'global_status'
    AND curve_group = (SELECT curve_group FROM first_curves WHERE experiment = 'oltp')
GROUP BY ALL
HAVING lru_share IS NOT NULL
ORDER BY ALL;
