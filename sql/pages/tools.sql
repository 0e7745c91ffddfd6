-- The same point SELECT by sysbench and by pgbench.
SELECT
    cell_id, engine, seed, threads, phase, tool, transactions, tps, latency_ms_avg,
    engine_instructions_per_transaction, client_instructions_per_transaction
FROM tool_throughput
SEMI JOIN shown_cells USING (cell_id)
WHERE experiment = 'tools' AND phase <> 'fill-cache'
ORDER BY engine, threads, phase, seed, cell_id;
