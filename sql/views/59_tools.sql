-- The same statement by two tools: what each needs of the one core that client and engine share.

CREATE VIEW tool_throughput AS
WITH cpu AS (
    SELECT
        cell_id,
        phase,
        max(delta) FILTER (source = 'cgroup_engine/cpu.stat') AS engine_us,
        max(delta) FILTER (source = 'cgroup_client/cpu.stat') AS client_us
    FROM system_counters
    WHERE counter = 'usage_usec'
    GROUP BY ALL
),

runs AS (
    SELECT cell_id, phase, 'sysbench' AS tool, transactions, tps, latency_ms_avg
    FROM sysbench_totals
    UNION ALL
    SELECT cell_id, phase, 'pgbench', transactions, tps, latency_ms_avg FROM pgbench_runs
)

SELECT
    s.*,
    phase,
    tool,
    workload,
    transactions,
    tps,
    latency_ms_avg,
    engine_us * 1000.0 * cpu_gips / transactions AS engine_instructions_per_transaction,
    client_us * 1000.0 * cpu_gips / transactions AS client_instructions_per_transaction
FROM cell_settings AS s
LEFT JOIN machine_speed USING (cell_id)
JOIN runs USING (cell_id)
JOIN phases USING (cell_id, phase)
LEFT JOIN cpu USING (cell_id, phase)
WHERE transactions > 0
ORDER BY cell_id, phase_index;
COMMENT ON VIEW tool_throughput IS
    'Runs of sysbench and of pgbench in one form: transactions per second, and the instructions of engine and tool for each, connecting and all. In labs whose speed is not known the instructions are null.';
