-- The runs of oltp-truth, tpcc-truth and scan-truth in every lab that measured them: the same settings in
-- virtual and in real time. Where the load is a scan, a scan takes the place of a transaction.
WITH transactions AS (
    SELECT
        cell_id,
        max(value) FILTER (metric = 'tps') AS tps,
        4 * max(value) FILTER (metric = 'read_pages_per_transaction') AS read_kib_per_transaction,
        4 * max(value) FILTER (metric = 'write_pages_per_transaction') AS write_kib_per_transaction,
        max(value) FILTER (metric = 'read_commands_per_transaction') AS reads_per_transaction,
        max(value) FILTER (metric = 'write_commands_per_transaction') AS writes_per_transaction,
        max(value) FILTER (metric = 'flushes_per_transaction') AS flushes_per_transaction,
        max(value) FILTER (metric = 'read_utilisation') AS read_utilisation,
        max(value) FILTER (metric = 'write_utilisation') AS write_utilisation,
        max(value) FILTER (metric = 'engine_cpu_us_per_transaction') AS engine_cpu_us_per_transaction
    FROM run_measures
    WHERE experiment IN ('oltp-truth', 'tpcc-truth') AND phase = 'run'
    GROUP BY ALL
),

scans AS (
    SELECT
        cell_id,
        statements / s.duration_s AS tps,
        device_read_mib * 1024 / statements AS read_kib_per_transaction,
        NULL AS write_kib_per_transaction,
        read_commands / statements AS reads_per_transaction,
        NULL AS writes_per_transaction,
        NULL AS flushes_per_transaction,
        bandwidth_share AS read_utilisation,
        NULL AS write_utilisation,
        NULL AS engine_cpu_us_per_transaction
    FROM scan_bandwidth AS s
    JOIN (SELECT cell_id, phase, read_commands FROM device_work) USING (cell_id, phase)
    WHERE experiment = 'scan-truth'
),

measured AS (
    FROM transactions
    UNION ALL
    FROM scans
)

SELECT
    split_part(experiment, '-', 1) AS load,
    lab, real_time, engine, engine_memory_mib, read_bandwidth_mib_s, read_ahead_kb, seed, cell_id,
    tps, read_kib_per_transaction, write_kib_per_transaction,
    read_kib_per_transaction / nullif(reads_per_transaction, 0) AS read_request_kib,
    write_kib_per_transaction / nullif(writes_per_transaction, 0) AS write_request_kib,
    flushes_per_transaction, read_utilisation, write_utilisation, engine_cpu_us_per_transaction,
    problem IS NOT NULL AS is_disturbed
FROM measured
JOIN cell_settings USING (cell_id)
JOIN labs USING (lab)
LEFT JOIN disturbed_cells USING (cell_id)
WHERE tps IS NOT NULL
ORDER BY load, real_time, lab, engine, read_bandwidth_mib_s, read_ahead_kb, seed, cell_id;
