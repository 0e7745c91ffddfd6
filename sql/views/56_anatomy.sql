-- Single transactions, each request of which was traced (tracing/anatomy.bt, workloads/sysbench/anatomy.lua).

CREATE VIEW traced_steps AS
SELECT
    cell_id,
    phase,
    -- A transaction takes several steps, any other work one.
    (count(*) FILTER ("transaction" = 'BEGIN' OR NOT has_begin) OVER in_order) AS work_number,
    transaction_index AS step_index,
    "transaction" AS step,
    begin_ns,
    -- What the device does between two steps belongs to the one before.
    lead(begin_ns, 1, end_ns) OVER in_order AS end_ns
FROM (
    SELECT *, bool_or("transaction" = 'BEGIN') OVER (PARTITION BY cell_id, phase) AS has_begin
    FROM client_transactions
    SEMI JOIN (SELECT cell_id, phase FROM phases WHERE workload = 'sysbench/anatomy') USING (cell_id, phase)
)
WINDOW in_order AS (PARTITION BY cell_id, phase ORDER BY transaction_index)
ORDER BY cell_id, begin_ns;
COMMENT ON VIEW traced_steps IS
    'Steps of the work whose every request was traced, such as the statements of a transaction; work_number counts transactions, or pieces of work of one statement, from 1.';

CREATE VIEW traced_work AS
WITH named AS (
    SELECT cell_id, any_value(after)::BIGINT::VARCHAR AS file, regexp_extract(object, '[^/]*$') AS relation
    FROM engine_counters
    WHERE source = 'pg_stat_user_tables' AND counter = 'relid' OR source = 'pg_stat_user_indexes' AND counter = 'indexrelid'
    GROUP BY ALL
),

-- What a statement changed is written by a checkpoint behind it, in the phase that follows.
behind AS (
    SELECT p.cell_id, p.phase, n.begin_ns, n.end_ns
    FROM phases AS p
    JOIN phases AS n ON n.cell_id = p.cell_id AND n.phase_index = p.phase_index + 1
    WHERE p.workload = 'sysbench/anatomy' AND n.workload = 'engine/checkpoint'
),

spans AS (
    SELECT *, min(begin_ns) OVER (PARTITION BY cell_id, phase, work_number) AS work_begin_ns
    FROM (
        SELECT * FROM traced_steps
        UNION ALL
        SELECT cell_id, phase, 1, 1, 'checkpoint', begin_ns, end_ns FROM behind
    )
)

SELECT
    cell_id,
    phase,
    work_number,
    step_index,
    step,
    row_number() OVER (PARTITION BY cell_id, phase, work_number, asked ORDER BY time_ns) AS request_index,
    time_ns - work_begin_ns AS time_ns,
    asked,
    operation,
    bytes,
    offset_bytes,
    r.file,
    CASE
        WHEN relation IS NOT NULL AND ends_with(r.file, '_vm') THEN relation || ', visibility map'
        WHEN relation IS NOT NULL AND ends_with(r.file, '_fsm') THEN relation || ', free space map'
        WHEN relation IS NOT NULL THEN relation
        WHEN regexp_matches(r.file, '^[1-9][0-9]*(_vm|_fsm)?$') THEN 'catalogs'
        WHEN regexp_matches(r.file, '^[0-9A-F]{4}$') THEN 'status of transactions'
        WHEN r.file LIKE '%.ibd' THEN regexp_replace(r.file, '\.ibd$', '')
        WHEN regexp_matches(r.file, '^[0-9A-F]{24}$') OR r.file LIKE 'ib_logfile%' THEN 'log'
        WHEN r.file LIKE 'undo%' THEN 'undo log'
        -- Two extents of the system's tablespace, from its 65th page on.
        WHEN r.file LIKE 'ibdata%' AND offset_bytes BETWEEN 64 * 16384 AND 192 * 16384 - 1 THEN 'doublewrite buffer'
        WHEN r.file LIKE 'ibdata%' THEN 'system tablespace'
        WHEN r.file IS NULL AND operation <> 'flush' THEN 'file system'
        ELSE r.file END AS part,
    process
FROM spans AS s
JOIN traced_requests AS r USING (cell_id)
LEFT JOIN named AS n ON n.cell_id = r.cell_id AND n.file = regexp_replace(r.file, '(\.[0-9]+|_vm|_fsm)$', '')
WHERE r.time_ns >= s.begin_ns AND r.time_ns < s.end_ns
ORDER BY ALL;
COMMENT ON VIEW traced_work IS
    'Requests of files (asked = file) and of the device in each piece of traced work, in the order in which they were made; part is the table, index or log that the place belongs to. What the checkpoint behind an UPDATE writes is part of that.';

CREATE VIEW traced_pages AS
SELECT
    w.* EXCLUDE (asked),
    -- A page of the device's answer that nothing asked its file for was read ahead.
    CASE WHEN operation = 'read' THEN list_transform(
        range(0, bytes // 4096),
        LAMBDA page: coalesce(list_bool_or(list_transform(
            asks, LAMBDA ask: ask.first < offset_bytes + (page + 1) * 4096 AND ask.last > offset_bytes + page * 4096
        )), FALSE)
    ) END AS is_page_used
FROM traced_work AS w
LEFT JOIN (
    SELECT
        cell_id, phase, work_number, file,
        list({'first': offset_bytes, 'last': offset_bytes + bytes} ORDER BY offset_bytes, bytes) AS asks
    FROM traced_work
    WHERE asked = 'file' AND operation = 'read'
    GROUP BY ALL
) USING (cell_id, phase, work_number, file)
WHERE asked = 'device'
ORDER BY cell_id, phase, work_number, request_index;
COMMENT ON VIEW traced_pages IS
    'Requests of the device in each piece of traced work. is_page_used says of each 4 KiB that were read whether the engine asked for them within that work; others were read ahead.';
