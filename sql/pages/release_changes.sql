-- What fixed work costs one release of an engine and the next (config/releases.yaml): each measure of each operation, by
-- the rule of docs/compare.md. The largest changes first; what was nothing at all before comes ahead.
SELECT
    operation, place, measure, unit, earlier_engine AS earlier, later_engine AS later, earlier_mean, later_mean,
    later_mean / nullif(earlier_mean, 0) - 1 AS change_share, band, state, earlier_cell, later_cell, deterministic,
    config_file, results_dir
FROM release_changes AS r
JOIN compared_operations USING (experiment, phase)
JOIN cells ON cell_id = later_cell
JOIN labs USING (lab)
LEFT JOIN study ON true
ORDER BY
    earlier, later, list_position(['changed', 'level', 'same'], state), coalesce(abs(change_share), 'infinity') DESC,
    r.experiment, place, phase, measure;
