-- Every measure of query 18 over the dial.
SELECT cell_id, engine, bandwidth_mib_s, seed, metric AS measure, value
FROM cell_metrics
WHERE experiment = 'olap' AND workload = 'tpch/q18' AND bandwidth_mib_s IS NOT NULL
    AND lab = (SELECT lab FROM lab_speed ORDER BY lab <> 'virtual', lab LIMIT 1)
ORDER BY measure, engine, bandwidth_mib_s, seed, cell_id;
