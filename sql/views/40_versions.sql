-- Pages for each statement: version chains, garbage collection, look-ups, sizes.

CREATE VIEW version_chain_pages AS
SELECT
    p.* EXCLUDE (
        transactions, read_pages_per_transaction, write_pages_per_transaction,
        pages_per_transaction, read_commands_per_transaction, write_commands_per_transaction,
        flushes_per_transaction
    ),
    transactions AS statements,
    read_pages_per_transaction AS read_pages_per_statement,
    write_pages_per_transaction AS write_pages_per_statement,
    pages_per_transaction AS pages_per_statement
FROM pages_per_transaction AS p
WHERE experiment = 'version-chains'
ORDER BY cell_id, phase_index;
COMMENT ON VIEW version_chain_pages IS
    '4 KiB pages for each UPDATE or SELECT by step of the version-chains procedure; a sysbench event is one statement here.';

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

CREATE VIEW lookup_pages AS
SELECT
    p.* EXCLUDE (
        transactions, write_pages_per_transaction, write_commands_per_transaction,
        flushes_per_transaction, write_bytes_mean, read_pages_per_transaction,
        pages_per_transaction, read_commands_per_transaction
    ),
    regexp_extract(workload, 'lookup_(.*)$', 1) AS key_type,
    transactions AS lookups,
    read_pages_per_transaction AS read_pages_per_lookup,
    read_commands_per_transaction AS read_commands_per_lookup
FROM pages_per_transaction AS p
WHERE workload LIKE 'sysbench/lookup%'
ORDER BY cell_id, phase_index;
COMMENT ON VIEW lookup_pages IS
    'Pages and commands that a look-up of one row reads from the device, by the kind of key.';

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
JOIN cells AS c USING (cell_id)
JOIN relations AS r USING (cell_id)
ORDER BY cell_id, r.phase, relation;
COMMENT ON VIEW layout_sizes IS
    'Size of every table and index. Where the engine doesn''t count an index''s entries, rows are those that the dataset was made with.';

CREATE VIEW engine_deltas AS
SELECT s.*, phase, source, object, counter, before, after, delta
FROM cell_settings AS s
JOIN engine_counters USING (cell_id)
WHERE delta <> 0
ORDER BY cell_id, phase, source, object, counter;
COMMENT ON VIEW engine_deltas IS
    'What changed in the engine''s own statistics during a phase.';
