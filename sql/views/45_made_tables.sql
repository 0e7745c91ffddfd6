-- What engines do with the table of workloads/sysbench/made.lua: bytes of UPDATEs and INSERTs, the
-- room that old versions take, pages of readers.

CREATE VIEW made_work AS
WITH cells_with_it AS (
    SELECT DISTINCT cell_id FROM phases WHERE workload = 'sysbench/make_table'
),

measured AS (
    SELECT
        cell_id,
        phase,
        max(value) FILTER (measure = 'log_bytes') AS log_bytes,
        max(value) FILTER (measure = 'page_accesses' AND relation IN ('', 'made')) AS page_accesses,
        max(value) FILTER (measure = 'tuples_updated' AND relation = 'made') AS tuples_updated,
        max(value) FILTER (measure = 'tuples_updated_in_page' AND relation = 'made')
            AS tuples_updated_hot,
        max(value) FILTER (measure = 'history_length') AS history_length,
        max(value) FILTER (measure = 'undo_file_bytes') AS undo_file_bytes,
        max(value) FILTER (measure = 'undo_bytes') AS undo_bytes,
        max(value) FILTER (measure = 'dead_tuples' AND relation = 'made') AS dead_tuples,
        max(value) FILTER (measure = 'dead_tuple_bytes' AND relation = 'made') AS dead_tuple_bytes
    FROM engine_measures
    SEMI JOIN cells_with_it USING (cell_id)
    GROUP BY cell_id, phase
),

grown AS (
    SELECT
        cell_id,
        phase,
        max(delta) FILTER (object = 'made') AS table_growth_bytes,
        sum(delta) FILTER (starts_with(object, 'made_')) AS index_growth_bytes
    FROM engine_counters
    SEMI JOIN cells_with_it USING (cell_id)
    WHERE source = 'relation_sizes'
    GROUP BY cell_id, phase
)

SELECT
    cell_id,
    phase,
    phases.phase_index,
    phases.workload,
    json_extract_string(options_json, '$.snapshot') AS snapshot,
    json_extract_string(options_json, '$.key_type') AS key_type,
    cast(json_extract_string(options_json, '$.secondary_indexes') AS BIGINT) AS secondary_indexes,
    cast(json_extract_string(options_json, '$.fill_factor') AS BIGINT) AS fill_factor,
    cast(json_extract_string(options_json, '$.fields') AS BIGINT) AS fields,
    cast(json_extract_string(options_json, '$.field_bytes') AS BIGINT) AS field_bytes,
    cast(json_extract_string(options_json, '$.update_fields') AS BIGINT) AS update_fields,
    cast(json_extract_string(options_json, '$."table-size"') AS BIGINT)
    / cast(coalesce(json_extract_string(options_json, '$.key_stride'), '1') AS BIGINT) AS keys_used,
    t.transactions AS statements,
    log_bytes,
    page_accesses,
    tuples_updated,
    tuples_updated_hot,
    table_growth_bytes,
    index_growth_bytes,
    history_length,
    undo_file_bytes,
    undo_bytes,
    dead_tuples,
    dead_tuple_bytes,
    device_work.read_bytes,
    device_work.write_bytes
FROM phases
SEMI JOIN cells_with_it USING (cell_id)
JOIN device_work USING (cell_id, phase)
LEFT JOIN measured USING (cell_id, phase)
LEFT JOIN grown USING (cell_id, phase)
LEFT JOIN sysbench_totals AS t USING (cell_id, phase)
ORDER BY cell_id, phases.phase_index;
COMMENT ON VIEW made_work IS
    'Each phase of cells that make a table of their own: its options, what the engine says that it did, what the device did. page_accesses are the engine''s own, cached or not.';

CREATE VIEW update_bytes AS
WITH written AS (
    SELECT
        cell_id,
        phase,
        write_bytes
        + coalesce(lead(write_bytes) OVER later, 0) AS with_write_back_bytes
    FROM made_work
    WHERE phase IN ('update', 'insert', 'write-back')
    WINDOW later AS (PARTITION BY cell_id ORDER BY phase_index)
)

SELECT
    s.*,
    phase,
    m.phase_index,
    m.workload,
    json_extract_string(factors_json, '$.room') AS room,
    json_extract_string(factors_json, '$."column"') AS column_kind,
    json_extract_string(factors_json, '$.columns') AS columns_changed,
    m.key_type,
    m.secondary_indexes,
    m.statements,
    CASE WHEN m.update_fields > 0 THEN m.update_fields * m.field_bytes ELSE 4 END
        AS changed_bytes,
    tuples_updated_hot / nullif(tuples_updated, 0) AS hot_share,
    log_bytes / m.statements AS log_bytes_per_statement,
    m.write_bytes / m.statements AS device_bytes_per_statement,
    with_write_back_bytes / m.statements AS device_bytes_per_statement_with_write_back,
    table_growth_bytes / m.statements AS table_growth_bytes_per_statement,
    index_growth_bytes / m.statements AS index_growth_bytes_per_statement,
    log_bytes / m.statements / nullif(changed_bytes, 0) AS log_bytes_per_changed_byte,
    with_write_back_bytes / m.statements / nullif(changed_bytes, 0)
        AS device_bytes_per_changed_byte
FROM cell_settings AS s
JOIN cells USING (cell_id)
JOIN made_work AS m USING (cell_id)
JOIN written USING (cell_id, phase)
WHERE m.workload IN ('sysbench/update_columns', 'sysbench/insert_rows')
ORDER BY cell_id, phase_index;
COMMENT ON VIEW update_bytes IS
    'Bytes that each UPDATE or INSERT of the cells with a phase write-back costs: in the engine''s log by its own count, and at the device until all dirty pages are written. An integer has 4 bytes; InnoDB''s table grows with its indexes, as they are one file.';

CREATE VIEW version_room AS
WITH looks AS (
    SELECT
        cell_id,
        max(undo_bytes) FILTER (phase = 'inspect-after')
        - max(undo_bytes) FILTER (phase = 'inspect-before') AS undo_growth_bytes,
        max(dead_tuples) FILTER (phase = 'inspect-after')
        - max(dead_tuples) FILTER (phase = 'inspect-before') AS old_tuples,
        max(dead_tuple_bytes) FILTER (phase = 'inspect-after')
        - max(dead_tuple_bytes) FILTER (phase = 'inspect-before') AS old_tuple_bytes,
        max(history_length) FILTER (phase = 'inspect-after') AS history_length,
        max(keys_used) FILTER (phase = 'rewrite') AS rows_rewritten
    FROM made_work
    GROUP BY cell_id
)

SELECT
    u.*,
    old_tuples,
    old_tuple_bytes / nullif(old_tuples, 0) AS old_tuple_bytes_mean,
    history_length,
    coalesce(undo_growth_bytes, old_tuple_bytes) / rows_rewritten AS kept_bytes_per_update,
    kept_bytes_per_update / changed_bytes AS kept_bytes_per_changed_byte
FROM update_bytes AS u
JOIN looks USING (cell_id)
WHERE experiment = 'version-storage'
ORDER BY cell_id;
COMMENT ON VIEW version_room IS
    'What old versions take while a snapshot keeps them, after one transaction that changed all rows: rows of the heap that nobody else sees, or pages of the undo log in the buffer pool, by row and by changed byte; and what UPDATEs of single rows write.';

CREATE VIEW snapshot_reads AS
WITH updated AS (
    SELECT
        cell_id,
        phase_index,
        sum(statements) FILTER (workload = 'sysbench/update_columns') OVER before_it AS updates,
        max(keys_used) OVER (PARTITION BY cell_id) AS rows_read
    FROM made_work
    WINDOW before_it AS (PARTITION BY cell_id ORDER BY phase_index)
)

SELECT
    s.*,
    m.phase,
    m.phase_index,
    CASE WHEN m.phase = 'new-released' THEN 'released' ELSE coalesce(m.snapshot, 'new') END
        AS snapshot,
    rows_read,
    coalesce(updates, 0) / rows_read AS updates_per_row,
    page_accesses / rows_read AS page_accesses_per_row,
    m.read_bytes / 4096.0 / rows_read AS device_pages_per_row,
    (p.end_ns - p.begin_ns) / 1e9 AS duration_s,
    history_length,
    undo_file_bytes
FROM cell_settings AS s
JOIN made_work AS m USING (cell_id)
JOIN updated USING (cell_id, phase_index)
JOIN phases AS p USING (cell_id, phase)
WHERE m.workload = 'sql/read_versions'
ORDER BY cell_id, phase_index;
COMMENT ON VIEW snapshot_reads IS
    'Pages that an engine touches to read a row that was updated, by a snapshot older than the updates (held), by a new one, and by a new one when the old one is gone and its versions are collected (released).';

CREATE VIEW key_type_reads AS
SELECT
    s.*,
    phase,
    m.phase_index,
    regexp_extract(phase, '^[a-z]+') AS access,
    regexp_extract(phase, '[a-z]+$') AS index_kind,
    m.key_type,
    m.statements,
    m.read_bytes / 4096.0 / m.statements AS read_pages_per_statement,
    page_accesses / m.statements AS page_accesses_per_statement
FROM cell_settings AS s
JOIN made_work AS m USING (cell_id)
WHERE m.workload IN ('sysbench/read_primary', 'sysbench/read_secondary')
ORDER BY cell_id, phase_index;
COMMENT ON VIEW key_type_reads IS
    'Pages of a look-up or of a scan of a range, by the type of the primary key: 4 KiB pages read from the device with caches that were empty at first, and the engine''s own accesses to its pages.';
