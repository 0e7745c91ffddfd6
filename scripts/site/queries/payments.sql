-- Runs of the payments experiment: throughput, flushes and pages, by what is deleted and promised.
SELECT
    m.cell_id, m.engine, m.seed, json_extract_string(factors_json, '$.deletes') AS deletes,
    json_extract_string(factors_json, '$.durability') AS durability, flush_latency_us,
    max(value) FILTER (metric = 'tps') AS tps,
    max(value) FILTER (metric = 'latency_ms_p95') AS latency_ms_p95,
    max(value) FILTER (metric = 'flushes_per_transaction') AS flushes_per_transaction,
    max(value) FILTER (metric = 'write_pages_per_transaction') AS write_pages_per_transaction,
    max(value) FILTER (metric = 'engine_instructions_per_transaction')
        AS engine_instructions_per_transaction
FROM cell_metrics AS m
JOIN cells USING (cell_id)
WHERE m.experiment = 'payments' AND phase = 'pay'
GROUP BY ALL
ORDER BY m.engine, flush_latency_us, durability, deletes, m.seed, m.cell_id;
