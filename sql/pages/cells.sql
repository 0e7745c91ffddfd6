-- Every planned cell, finished or not: what the list of cells shows and is searched by. All else of a
-- cell is in its own file (sql/pages/cell/).
SELECT
    cell_id, experiment, lab, engine, status, reason, problem AS disturbance,
    d.read_bandwidth_mib_s, seed, virtual_s, factors_json
FROM cells
JOIN device_settings AS d USING (cell_id)
LEFT JOIN disturbed_cells USING (cell_id)
ORDER BY cell_id;
