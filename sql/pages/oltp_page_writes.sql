-- Why engines that say so wrote pages in the runs of OLTP: the share of those written to make room in memory
-- for another page, and how far the log was filled when a run ended, of what would force pages out.
SELECT
    engine,
    bandwidth_mib_s,
    sum(value) FILTER (measure = 'page_writes_for_room')
        / nullif(sum(value) FILTER (measure = 'page_writes'), 0) AS lru_share,
    max(value) FILTER (measure = 'log_fill_bytes')
        / nullif(max(value) FILTER (measure = 'log_fill_bytes_max'), 0) AS log_share_max
FROM engine_measures
JOIN cell_settings USING (cell_id)
WHERE experiment = 'oltp' AND lab = 'virtual' AND bandwidth_mib_s IS NOT NULL
    AND curve_group = (SELECT curve_group FROM first_curves WHERE experiment = 'oltp')
GROUP BY ALL
HAVING lru_share IS NOT NULL
ORDER BY ALL;
