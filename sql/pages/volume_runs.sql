-- Transactions per second and requests per transaction of each run on these devices.
SELECT
    s.engine, s.read_bandwidth_mib_s, s.iops_limit, s.read_ahead_kb, s.seed, o.tps, total_time_s AS measured_s, transactions,
    w.read_commands / transactions AS read_requests_per_transaction,
    w.write_commands / transactions AS write_requests_per_transaction, s.cell_id
FROM cell_settings AS s
JOIN oltp_throughput AS o USING (cell_id)
JOIN device_work AS w USING (cell_id, phase)
SEMI JOIN shown_labs ON shown_labs.experiment = s.experiment AND shown_labs.lab = s.lab
WHERE s.experiment = 'volumes' AND phase = 'run'
ORDER BY ALL;
