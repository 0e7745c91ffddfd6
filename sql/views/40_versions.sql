-- Pages for each statement: garbage collection; sizes of tables and indexes.

CREATE VIEW garbage_collection_pages AS
WITH write_back AS (
    SELECT cell_id, sum(read_bytes + write_bytes) / 4096.0 AS pages
    FROM device_work
    WHERE workload = 'engine/checkpoint'
    GROUP BY cell_id
),

vacuums AS (
    SELECT cell_id, sum(value)::BIGINT AS finished
    FROM engine_measures
    WHERE measure = 'collections'
    GROUP BY cell_id
)

SELECT
    p.* EXCLUDE (
        transactions, read_pages_per_transaction, write_pages_per_transaction,
        pages_per_transaction, read_commands_per_transaction, write_commands_per_transaction,
        flushes_per_transaction
    ),
    transactions AS statements,
    read_pages_per_transaction AS read_pages_per_statement,
    write_pages_per_transaction AS write_pages_per_statement,
    w.pages / transactions AS write_back_pages_per_statement,
    pages_per_transaction + coalesce(w.pages / transactions, 0) AS pages_per_statement,
    v.finished AS vacuums_finished
FROM pages_per_transaction AS p
LEFT JOIN write_back AS w USING (cell_id)
LEFT JOIN vacuums AS v USING (cell_id)
WHERE experiment = 'garbage-collection'
ORDER BY cell_id, phase_index;
COMMENT ON VIEW garbage_collection_pages IS
    '4 KiB pages for each UPDATE, with the collection of old versions on and off (column autovacuum; null: the engine has no such switch). What was left to be written is written after the run and counts in pages_per_statement.';

CREATE VIEW layout_sizes AS
SELECT
    s.*,
    r.phase,
    relation,
    kind,
    bytes,
    coalesce(r.rows, dataset_rows_per_table) AS rows,
    bytes / nullif(coalesce(r.rows, dataset_rows_per_table), 0) AS bytes_per_row,
    depth
FROM cell_settings AS s
JOIN cells USING (cell_id)
JOIN relations AS r USING (cell_id)
ORDER BY cell_id, r.phase, relation;
COMMENT ON VIEW layout_sizes IS
    'Size of every table and index. Where the engine doesn''t count an index''s entries, rows are those that the dataset was made with.';
