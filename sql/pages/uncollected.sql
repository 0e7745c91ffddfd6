-- What share of the old versions that runs made was left when they ended, by experiment and engine.
SELECT
    experiment,
    p.workload,
    s.engine,
    count(*) AS runs,
    median(left_share) AS left_share_median,
    min(left_share) AS left_share_min,
    max(left_share) AS left_share_max
FROM cell_settings AS s
JOIN phases AS p USING (cell_id)
JOIN old_versions USING (cell_id, phase)
SEMI JOIN shown_cells USING (cell_id)
WHERE phase = 'run' AND left_share IS NOT NULL
GROUP BY ALL
ORDER BY ALL;
