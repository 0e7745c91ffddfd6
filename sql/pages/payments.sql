-- Runs of the payments experiment: throughput, flushes, pages and scans of indexes, by what is deleted
-- and promised. Not every engine counts the scans.
WITH payments AS (
    SELECT
        m.cell_id, m.engine, m.seed, json_extract_string(factors_json, '$.deletes') AS deletes,
        json_extract_string(factors_json, '$.durability') AS durability, flush_latency_us,
        m.engine_memory_mib,
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
),

data_sizes AS (
    SELECT cell_id, sum(bytes) / 1048576 AS data_mib
    FROM layout_sizes
    WHERE experiment = 'payments' AND phase = 'before'
    GROUP BY ALL
),

index_scans AS (
    SELECT m.cell_id, sum(value) / any_value(transactions) AS index_scans_per_transaction
    FROM engine_measures AS m
    JOIN cells USING (cell_id)
    JOIN sysbench_totals USING (cell_id, phase)
    WHERE experiment = 'payments' AND status = 'done' AND phase = 'pay' AND measure = 'index_scans'
    GROUP BY ALL
)

SELECT *
FROM payments
LEFT JOIN data_sizes USING (cell_id)
LEFT JOIN index_scans USING (cell_id)
ORDER BY engine, flush_latency_us, durability, deletes, seed, cell_id;
