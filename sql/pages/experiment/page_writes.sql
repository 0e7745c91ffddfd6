-- Why engines that say so wrote pages in the runs over the bandwidth: the share of those written to make
-- room in memory for another page, and how far the log was filled when a run ended, of what would force
-- pages out.
SELECT
    engine,
    read_bandwidth_mib_s,
    sum(value) FILTER (measure = 'page_writes_for_room')
        / nullif(sum(value) FILTER (measure = 'page_writes'), 0) AS lru_share,
    max(value) FILTER (measure = 'log_fill_bytes')
        / nullif(max(value) FILTER (measure = 'log_fill_bytes_max'), 0) AS log_share_max
FROM engine_measures
JOIN cell_settings USING (cell_id)
SEMI JOIN first_curves USING (experiment, lab, curve_group)
WHERE experiment = $experiment AND is_wanted(phase, $phases) AND read_bandwidth_mib_s IS NOT NULL
GROUP BY ALL
HAVING lru_share IS NOT NULL
ORDER BY ALL;
