-- Runs of the concurrency experiment: throughput, latency and instructions, by number of clients.
SELECT
    cell_id, engine, seed, threads, phase,
    max(value) FILTER (metric = 'tps') AS events_per_s,
    max(value) FILTER (metric = 'latency_ms_p95') AS latency_ms_p95,
    max(value) FILTER (metric = 'engine_instructions_per_transaction') AS instructions_per_event
FROM cell_metrics
WHERE experiment = 'concurrency' AND phase <> 'fill-cache'
GROUP BY ALL
ORDER BY engine, phase, threads, seed, cell_id;
