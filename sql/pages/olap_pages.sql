-- Pages a second at the device while query 18 ran.
SELECT
    p.cell_id, p.engine, p.bandwidth_mib_s, p.seed, p.phase, time_s, p.read_pages_per_s,
    p.write_pages_per_s, false AS warm_up
FROM pages_over_time AS p
JOIN olap_queries AS q USING (cell_id, phase)
WHERE p.experiment = 'olap' AND query = 'q18'
ORDER BY p.bandwidth_mib_s, p.engine, p.seed, p.cell_id, time_s;
