-- What fixed work costs one release of an engine and the next (config/releases.yaml): each measure of each operation, by
-- the rule of docs/compare.md. The largest changes first; what was nothing at all before comes ahead.
SELECT
    operation, place, measure, unit, earlier_engine AS earlier, later_engine AS later, earlier_mean, later_mean,
    later_mean / nullif(earlier_mean, 0) - 1 AS change_share, band, state, earlier_cell, later_cell
FROM release_changes AS r
JOIN compared_operations USING (experiment, phase)
ORDER BY
    later LIKE '%{%', earlier, later, list_position(['changed', 'level', 'same'], state), coalesce(abs(change_share), 'infinity') DESC,
    r.experiment, place, phase, measure;
