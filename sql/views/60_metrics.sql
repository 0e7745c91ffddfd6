-- All measures in one long form: cell_metrics is what scripts/analyse takes medians and ratios of, and
-- run_measures has what pages show of a run besides.

CREATE VIEW cell_metrics AS
WITH measures AS (
    SELECT cell_id, phase, 'tps' AS metric, tps AS value FROM oltp_throughput
    UNION ALL
    SELECT cell_id, phase, 'latency_ms_p95', latency_ms_p95 FROM oltp_throughput
    UNION ALL
    SELECT cell_id, phase, 'updates_per_s', tps
    FROM sysbench_totals
    SEMI JOIN (FROM phases WHERE workload = 'sysbench/update_only') USING (cell_id, phase)
    UNION ALL
    UNPIVOT (
        SELECT
            cell_id,
            phase,
            read_pages_per_transaction,
            write_pages_per_transaction,
            pages_per_transaction,
            read_commands_per_transaction,
            write_commands_per_transaction,
            flushes_per_transaction
        FROM pages_per_transaction
    )
    ON COLUMNS(* EXCLUDE (cell_id, phase)) INTO NAME metric VALUE value
    UNION ALL
    UNPIVOT (
        SELECT
            cell_id,
            phase,
            new_orders_per_minute,
            new_order_latency_ms_p95,
            rolled_back_share,
            retries_per_transaction
        FROM transaction_totals
    )
    ON COLUMNS(* EXCLUDE (cell_id, phase)) INTO NAME metric VALUE value
    UNION ALL
    UNPIVOT (
        SELECT
            cell_id,
            phase,
            read_utilisation,
            write_utilisation,
            busy_share,
            read_pages_per_s,
            write_pages_per_s,
            pages_per_s
        FROM device_utilisation
        WHERE workload LIKE 'sysbench/%' OR workload LIKE 'own/%'
    )
    ON COLUMNS(* EXCLUDE (cell_id, phase)) INTO NAME metric VALUE value
    UNION ALL
    UNPIVOT (
        SELECT cell_id, phase, engine_cpu_us_per_transaction, engine_instructions_per_transaction
        FROM cpu_instructions_per_transaction
    )
    ON COLUMNS(* EXCLUDE (cell_id, phase)) INTO NAME metric VALUE value
    UNION ALL
    UNPIVOT (
        SELECT
            cell_id,
            phase,
            query_s,
            read_pages,
            read_pages_per_s,
            busy_share,
            engine_cpu_s
        FROM olap_queries
        WHERE NOT timed_out
    )
    ON COLUMNS(* EXCLUDE (cell_id, phase)) INTO NAME metric VALUE value
    UNION ALL
    UNPIVOT (SELECT cell_id, phase, read_mib_s, scanned_mib_s FROM scan_bandwidth)
    ON COLUMNS(* EXCLUDE (cell_id, phase)) INTO NAME metric VALUE value
    UNION ALL
    UNPIVOT (SELECT cell_id, phase, device_read_bytes_mean FROM readahead_sizes)
    ON COLUMNS(* EXCLUDE (cell_id, phase)) INTO NAME metric VALUE value
    UNION ALL
    UNPIVOT (
        SELECT
            cell_id,
            phase,
            log_bytes_per_statement,
            device_bytes_per_statement_with_write_back,
            hot_share
        FROM update_bytes
    )
    ON COLUMNS(* EXCLUDE (cell_id, phase)) INTO NAME metric VALUE value
    UNION ALL
    SELECT cell_id, phase, 'pages_per_statement_with_write_back', pages_per_statement
    FROM garbage_collection_pages
    UNION ALL
    UNPIVOT (
        SELECT
            cell_id,
            phase,
            write_bytes_per_transaction,
            write_bytes_per_transaction_with_write_back
        FROM write_bytes
    )
    ON COLUMNS(* EXCLUDE (cell_id, phase)) INTO NAME metric VALUE value
    UNION ALL
    SELECT cell_id, phase, 'kept_bytes_per_update', kept_bytes_per_update FROM version_room
    UNION ALL
    SELECT cell_id, phase, 'page_accesses_per_row', page_accesses_per_row FROM snapshot_reads
    UNION ALL
    SELECT cell_id, phase, 'page_accesses_per_statement', page_accesses_per_statement
    FROM key_type_reads
    UNION ALL
    SELECT cell_id, 'update-' || pages_are, 'pages_per_update', pages_per_update FROM update_pages
    UNION ALL
    SELECT cell_id, phase, 'swing', swing FROM checkpoint_swings
)

SELECT s.*, phase, workload, metric, value
FROM cell_settings AS s
JOIN measures USING (cell_id)
JOIN phases USING (cell_id, phase)
WHERE value IS NOT NULL
ORDER BY cell_id, phase_index, metric;
COMMENT ON VIEW cell_metrics IS
    'Every measure of every cell, one a row: what medians, ratios and crossovers are made of.';

CREATE VIEW run_measures AS
WITH sizes AS (
    SELECT cell_id, sum(bytes) / 1048576 AS data_mib
    FROM relations
    WHERE phase = 'before'
    GROUP BY cell_id
),

counted AS (
    SELECT cell_id, phase, measure, sum(value) AS value
    FROM engine_measures
    SEMI JOIN sysbench_totals USING (cell_id, phase)
    GROUP BY ALL
),

more AS (
    SELECT cell_id, phase, 'data_mib' AS metric, data_mib AS value
    FROM sysbench_totals
    JOIN sizes USING (cell_id)
    UNION ALL
    FROM counted
    UNION ALL
    SELECT cell_id, phase, measure || '_per_transaction', value / transactions
    FROM counted
    JOIN sysbench_totals USING (cell_id, phase)
    WHERE transactions > 0
    UNION ALL
    SELECT cell_id, phase, 'transactions', transactions FROM sysbench_totals
    UNION ALL
    UNPIVOT (
        SELECT
            cell_id,
            phase,
            write_back_pages_per_statement,
            vacuums_finished::DOUBLE AS vacuums_finished
        FROM garbage_collection_pages
    )
    ON COLUMNS(* EXCLUDE (cell_id, phase)) INTO NAME metric VALUE value
)

SELECT cell_id, experiment, engine, bandwidth_mib_s, seed, phase, metric, value
FROM cell_metrics
UNION ALL
SELECT cell_id, experiment, engine, bandwidth_mib_s, seed, phase, metric, value
FROM more
JOIN cell_settings USING (cell_id)
WHERE value IS NOT NULL
ORDER BY cell_id, phase, metric;
COMMENT ON VIEW run_measures IS
    'Every measure of a run: those of cell_metrics, those of engine_measures with each per transaction, and in data_mib how large tables and indexes were before the first phase.';

CREATE VIEW judged_measures AS
SELECT t.metric, t.better
FROM (
    VALUES
    ('tps', 'more'),
    ('query_s', 'less'),
    ('scanned_mib_s', 'more'),
    ('latency_ms_p95', 'less'),
    ('pages_per_transaction', 'less'),
    ('read_pages', 'less'),
    ('flushes_per_transaction', 'less'),
    ('engine_instructions_per_transaction', 'less'),
    ('engine_cpu_s', 'less'),
    ('write_bytes_per_transaction_with_write_back', 'less')
) AS t (metric, better);
COMMENT ON VIEW judged_measures IS
    'The measures of which it is known whether more or less is better.';
