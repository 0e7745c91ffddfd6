-- Workloads of several kinds of transactions: TPC-C.

CREATE VIEW transaction_kinds AS
WITH measured AS (
    SELECT
        t.*,
        phase_index,
        workload,
        (t.end_ns - t.begin_ns) / 1e6 AS latency_ms,
        total_time_s
    FROM client_transactions AS t
    JOIN phases USING (cell_id, phase)
    JOIN sysbench_totals USING (cell_id, phase)
),

kinds AS (
    SELECT
        cell_id,
        phase,
        phase_index,
        workload,
        "transaction",
        count(*) AS transactions,
        count(*) FILTER (rolled_back) AS rolled_back,
        sum(retries)::BIGINT AS retries,
        any_value(total_time_s) AS total_time_s,
        quantile_cont(latency_ms, 0.5) AS latency_ms_p50,
        quantile_cont(latency_ms, 0.95) AS latency_ms_p95,
        quantile_cont(latency_ms, 0.99) AS latency_ms_p99,
        max(latency_ms) AS latency_ms_max
    FROM measured
    GROUP BY ALL
)

SELECT
    s.*,
    k.* EXCLUDE (cell_id, phase_index),
    transactions / sum(transactions) OVER (PARTITION BY cell_id, phase) AS share,
    (transactions - rolled_back) / (total_time_s / 60) AS committed_per_minute
FROM cell_settings AS s
JOIN kinds AS k USING (cell_id)
ORDER BY cell_id, phase_index, "transaction";
COMMENT ON VIEW transaction_kinds IS
    'Transactions of each kind: how many, how fast, and what share of all. committed_per_minute of new_order is what TPC-C would call tpmC, if its terminals had thought; rolled_back are those that the workload wanted rolled back.';

CREATE VIEW transaction_totals AS
SELECT
    cell_id,
    phase,
    sum(committed_per_minute) FILTER ("transaction" = 'new_order') AS new_orders_per_minute,
    sum(rolled_back) FILTER ("transaction" = 'new_order')
    / sum(transactions) FILTER ("transaction" = 'new_order') AS rolled_back_share,
    sum(retries) / sum(transactions) AS retries_per_transaction,
    sum(latency_ms_p95) FILTER ("transaction" = 'new_order') AS new_order_latency_ms_p95
FROM transaction_kinds
GROUP BY ALL
ORDER BY ALL;
COMMENT ON VIEW transaction_totals IS
    'What transaction_kinds says of a whole run, and of its New-Orders.';
