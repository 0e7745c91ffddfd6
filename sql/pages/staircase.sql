-- Bandwidth that was set and that the device delivered, piece by piece of a phase with a schedule.
SELECT
    cell_id, phase, direction, 'set' AS level, begin_s, end_s, mib_s
FROM dial_over_time
SEMI JOIN shown_cells USING (cell_id)
WHERE experiment = 'staircase' AND direction = 'read'
UNION ALL
SELECT
    cell_id, phase, 'read', 'device', time_s - duration_s, time_s, read_mib_s
FROM pages_over_time
SEMI JOIN shown_cells USING (cell_id)
WHERE experiment = 'staircase'
ORDER BY cell_id, phase, level, begin_s;
