-- Size of the study, one row per lab: first the one that pages show.
SELECT
    lab,
    gips,
    min(engine_memory_mib) AS engine_memory_mib_min,
    max(engine_memory_mib) AS engine_memory_mib_max,
    count(*) AS cells,
    count(*) FILTER (status = 'done') AS cells_done,
    sum(virtual_s) AS virtual_s,
    max(dataset_tables * dataset_rows_per_table) AS dataset_rows
FROM cells
JOIN lab_speed USING (lab)
JOIN labs USING (lab)
GROUP BY lab, gips, deterministic
ORDER BY NOT deterministic, lab;
