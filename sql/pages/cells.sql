-- Every planned cell, finished or not: what the list of cells shows and is searched by. All else of a
-- cell is in its own file (sql/pages/cell/).
SELECT
    cell_id, experiment, lab, engine, status, reason, problem AS disturbance,
    d.read_bandwidth_mib_s, d.write_bandwidth_mib_s, filesystem, seed, virtual_s, real_time,
    factors_json
FROM cells
JOIN device_settings AS d USING (cell_id)
JOIN labs USING (lab)
LEFT JOIN disturbed_cells USING (cell_id)
ORDER BY cell_id;
