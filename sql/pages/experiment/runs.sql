-- Each run with what was set and its measures: the entries of `factors` and `measures` become columns.
-- A chart over the bandwidth has room for one curve, any other for the runs of all settings.
WITH measured AS (
    SELECT cell_id, phase, json_group_object(metric, value) AS measures
    FROM run_measures
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = $experiment AND is_wanted(phase, $phases) AND is_wanted(metric, $measures)
    GROUP BY ALL
)

SELECT
    cell_id, s.engine, read_bandwidth_mib_s, write_bandwidth_mib_s, s.cpus, s.seed, m.phase, workload, s.engine_memory_mib,
    transactions, (end_ns - begin_ns) / 1e9 AS duration_s, factors_json::JSON AS factors, measures
FROM measured AS m
JOIN cell_settings AS s USING (cell_id)
JOIN (SELECT cell_id, factors_json FROM cells) USING (cell_id)
JOIN phases USING (cell_id, phase)
LEFT JOIN (SELECT cell_id, phase, transactions FROM sysbench_totals) USING (cell_id, phase)
WHERE
    NOT $over_bandwidth
    OR (read_bandwidth_mib_s IS NOT NULL
        AND curve_group IN (SELECT curve_group FROM first_curves WHERE experiment = $experiment))
ORDER BY s.engine, in_natural_order(curve_group), read_bandwidth_mib_s, s.seed, phase_index, cell_id;
