-- Throughput of sysbench runs of whole transactions: its own oltp scripts, and ours for TPC-C
-- and payments. Every measure of a run is of the whole run, as sysbench reports it: what has to come before
-- (filling caches, a lead-in) is a phase of its own, and no second of a run is left out afterwards. Where MSER-5
-- would end a warm-up stands beside, as a check.

CREATE MACRO is_oltp(workload) AS
    workload LIKE 'sysbench/oltp%' OR workload LIKE 'own/%' OR workload IN ('sysbench/tpcc', 'sysbench/payments');

CREATE VIEW oltp_intervals AS
SELECT
    s.*,
    phase,
    workload,
    time_s,
    tps,
    latency_ms_p95,
    errors_per_s
FROM cell_settings AS s
JOIN sysbench_intervals USING (cell_id)
JOIN phases USING (cell_id, phase)
WHERE is_oltp(workload)
ORDER BY cell_id, phase_index, time_s;
COMMENT ON VIEW oltp_intervals IS
    'Each second of each OLTP run.';

CREATE VIEW oltp_throughput AS
SELECT
    s.*,
    phase,
    workload,
    t.tps,
    t.qps,
    t.transactions,
    t.total_time_s,
    t.latency_ms_avg,
    t.latency_ms_p95,
    t.latency_ms_max,
    t.ignored_errors,
    mser_cut_s,
    mser_is_reliable
FROM cell_settings AS s
JOIN sysbench_totals AS t USING (cell_id)
JOIN phases USING (cell_id, phase)
LEFT JOIN warm_up_cuts USING (cell_id, phase)
WHERE is_oltp(workload)
ORDER BY cell_id, phase_index;
COMMENT ON VIEW oltp_throughput IS
    'Throughput and latency of each OLTP run, of the whole run and by sysbench''s own count.';

CREATE VIEW pages_per_transaction AS
SELECT
    s.*,
    phase,
    phase_index,
    workload,
    transactions,
    read_bytes / 4096.0 / transactions AS read_pages_per_transaction,
    write_bytes / 4096.0 / transactions AS write_pages_per_transaction,
    (read_bytes + write_bytes) / 4096.0 / transactions AS pages_per_transaction,
    read_commands / transactions AS read_commands_per_transaction,
    write_commands / transactions AS write_commands_per_transaction,
    flush_commands / transactions AS flushes_per_transaction,
    read_bytes / nullif(read_commands, 0) AS read_bytes_mean,
    write_bytes / nullif(write_commands, 0) AS write_bytes_mean
FROM cell_settings AS s
JOIN device_work USING (cell_id)
JOIN sysbench_totals USING (cell_id, phase)
WHERE transactions > 0
ORDER BY cell_id, phase_index;
COMMENT ON VIEW pages_per_transaction IS
    '4 KiB pages at the device for each transaction of a sysbench run, the whole run counted; whatever the engine did in the background is in it.';

CREATE VIEW cpu_instructions_per_transaction AS
WITH engine_cpu AS (
    SELECT
        cell_id,
        phase,
        max(delta) FILTER (source = 'events_engine/cpu.stat') AS engine_us,
        max(delta) FILTER (source = 'events_client/cpu.stat') AS client_us,
        max(delta) FILTER (source = 'cgroup_engine/cpu.stat') AS engine_phase_us,
        max(delta) FILTER (source = 'cgroup_client/cpu.stat') AS client_phase_us
    FROM system_counters
    WHERE counter = 'usage_usec'
    GROUP BY ALL
)

SELECT
    s.*,
    phase,
    workload,
    transactions,
    engine_us / transactions AS engine_cpu_us_per_transaction,
    engine_us * 1000.0 * cpu_gips / transactions AS engine_instructions_per_transaction,
    client_us / transactions AS client_cpu_us_per_transaction,
    engine_phase_us * 1e3 / (end_ns - begin_ns) AS engine_cpu_share,
    client_phase_us * 1e3 / (end_ns - begin_ns) AS client_cpu_share
FROM cell_settings AS s
LEFT JOIN machine_speed USING (cell_id)
JOIN engine_cpu USING (cell_id)
JOIN phases USING (cell_id, phase)
JOIN sysbench_totals USING (cell_id, phase)
WHERE transactions > 0
ORDER BY cell_id, phase_index;
COMMENT ON VIEW cpu_instructions_per_transaction IS
    'CPU of the engine''s cgroup for each transaction, from the first event to the last, so without connecting; its shares are of the whole phase. Where the lab''s clock counts instructions they follow from the time; elsewhere they are null.';
