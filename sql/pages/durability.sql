-- Runs of the durability experiment: throughput, flushes and pages written, by setting and device; and how
-- many copies of pages were written against torn pages.
WITH copies AS (
    SELECT cell_id, sum(value)::BIGINT AS page_copies
    FROM engine_measures
    WHERE measure = 'page_copies'
    GROUP BY cell_id
)

SELECT
    m.cell_id, m.engine, m.seed, json_extract_string(factors_json, '$.safety') AS safety,
    flush_latency_us,
    max(value) FILTER (metric = 'tps') AS tps,
    max(value) FILTER (metric = 'latency_ms_p95') AS latency_ms_p95,
    max(value) FILTER (metric = 'flushes_per_transaction') AS flushes_per_transaction,
    max(value) FILTER (metric = 'write_pages_per_transaction') AS write_pages_per_transaction,
    any_value(page_copies) AS page_copies
FROM cell_metrics AS m
JOIN cells USING (cell_id)
LEFT JOIN copies USING (cell_id)
WHERE m.experiment = 'durability'
GROUP BY ALL
ORDER BY m.engine, flush_latency_us, safety, m.seed, m.cell_id;
