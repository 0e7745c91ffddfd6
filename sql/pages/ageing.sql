-- What each run on data of an age measured: throughput and pages per transaction, by the share of rows that were
-- changed since they were loaded.
SELECT
    engine,
    read_ahead_kb,
    factors_json ->> 'room' AS room,
    try_cast(regexp_extract(factors_json ->> 'changed', '\d+$') AS BIGINT) AS changed_percent,
    seed,
    max(value) FILTER (metric = 'tps') AS tps,
    max(value) FILTER (metric = 'pages_per_transaction') AS pages_per_transaction,
    any_value(transactions) AS transactions,
    cell_id
FROM cell_metrics
JOIN (SELECT cell_id, factors_json FROM cells) USING (cell_id)
JOIN (SELECT cell_id, phase, transactions FROM sysbench_totals) USING (cell_id, phase)
SEMI JOIN shown_labs USING (experiment, lab)
WHERE experiment = 'ageing' AND phase = 'run'
GROUP BY ALL
ORDER BY ALL;
