-- Every measure of every run over the dial.
SELECT cell_id, engine, bandwidth_mib_s, seed, metric AS measure, value
FROM cell_metrics
WHERE experiment = 'oltp' AND bandwidth_mib_s IS NOT NULL
    AND lab = (SELECT lab FROM lab_speed ORDER BY lab <> 'virtual', lab LIMIT 1)
    AND curve_group = (SELECT curve_group FROM first_curves WHERE experiment = 'oltp')
ORDER BY measure, engine, bandwidth_mib_s, seed, cell_id;
