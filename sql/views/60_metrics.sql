-- All measures in one long form, which is what scripts/analyse takes medians and ratios of.

CREATE VIEW cell_metrics AS
WITH measures AS (
    SELECT cell_id, phase, 'tps' AS metric, tps AS value FROM oltp_throughput
    UNION ALL
    SELECT cell_id, phase, 'latency_ms_p95', latency_ms_p95 FROM oltp_throughput
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
        WHERE workload LIKE 'sysbench/%'
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
    SELECT cell_id, phase, 'kept_bytes_per_update', kept_bytes_per_update FROM version_room
    UNION ALL
    SELECT cell_id, phase, 'page_accesses_per_row', page_accesses_per_row FROM snapshot_reads
    UNION ALL
    SELECT cell_id, phase, 'page_accesses_per_statement', page_accesses_per_statement
    FROM key_type_reads
)

SELECT s.*, phase, workload, metric, value
FROM cell_settings AS s
JOIN measures USING (cell_id)
JOIN phases USING (cell_id, phase)
WHERE value IS NOT NULL
ORDER BY cell_id, phase_index, metric;
COMMENT ON VIEW cell_metrics IS
    'Every measure of every cell, one a row: what medians, ratios and crossovers are made of.';
