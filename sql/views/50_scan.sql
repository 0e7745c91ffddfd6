-- Table scans: who makes the reads large. Traces print what they gathered in slices, and one ends
-- before and after each phase, so a slice lies in one phase at most.

CREATE VIEW trace_sums AS
SELECT
    v.cell_id,
    phase,
    phase_index,
    trace,
    map,
    key,
    sum(value) AS value
FROM trace_values AS v
JOIN phases AS p
    ON v.cell_id = p.cell_id
    AND v.begin_ns < p.end_ns
    AND v.end_ns > p.begin_ns
GROUP BY ALL;
COMMENT ON VIEW trace_sums IS
    'Counts and sums of the traces by phase.';

CREATE VIEW device_requests_by_process AS
SELECT
    s.*,
    phase,
    regexp_extract(key, '^(.*),([^,]*)$', 1) AS process,
    regexp_extract(key, '^(.*),([^,]*)$', 2) AS operation,
    max(value) FILTER (map = '@requests') AS requests,
    max(value) FILTER (map = '@request_bytes') AS bytes,
    max(value) FILTER (map = '@request_bytes') / max(value) FILTER (map = '@requests')
        AS request_bytes_mean
FROM cell_settings AS s
JOIN trace_sums USING (cell_id)
WHERE trace = 'device_requests' AND map IN ('@requests', '@request_bytes')
GROUP BY ALL
ORDER BY ALL;
COMMENT ON VIEW device_requests_by_process IS
    'Block requests by process and operation (read, readahead, write, flush or discard), as traced.';

CREATE VIEW readahead_sizes AS
WITH calls AS (
    SELECT
        cell_id,
        phase,
        sum(value) FILTER (map = '@read_calls') AS syscall_reads,
        sum(value) FILTER (map = '@read_bytes') AS syscall_read_bytes,
        sum(value) FILTER (map = '@submitted_requests') AS asynchronous_requests
    FROM trace_sums
    WHERE trace = 'read_syscalls'
    GROUP BY ALL
),

added AS (
    SELECT
        cell_id,
        phase,
        sum(value) FILTER (map = '@pages_added') AS page_cache_pages_added,
        sum(value) FILTER (map IN ('@sync_calls', '@async_calls')) AS readahead_calls
    FROM trace_sums
    WHERE trace = 'readahead'
    GROUP BY ALL
)

SELECT
    s.*,
    phase,
    workload,
    read_commands AS device_reads,
    read_bytes AS device_read_bytes,
    read_bytes / nullif(read_commands, 0) AS device_read_bytes_mean,
    syscall_reads,
    syscall_read_bytes,
    syscall_read_bytes / syscall_reads AS syscall_read_bytes_mean,
    asynchronous_requests,
    readahead_calls,
    page_cache_pages_added
FROM cell_settings AS s
JOIN device_work USING (cell_id)
LEFT JOIN calls USING (cell_id, phase)
LEFT JOIN added USING (cell_id, phase)
WHERE experiment = 'readahead'
ORDER BY cell_id, phase_index;
COMMENT ON VIEW readahead_sizes IS
    'Mean size of reads at the device and at the system call, by read_ahead_kb; asynchronous requests are counted, as the kernel''s tracepoint doesn''t show their size.';

CREATE VIEW scan_bandwidth AS
WITH scans AS (
    SELECT
        cell_id,
        phase,
        count(*) AS statements,
        sum(end_ns - begin_ns) / 1e9 AS scan_s,
        min(statement) AS statement,
        regexp_extract(min(statement), '(?i)\bFROM\s+(\w+)', 1) AS relation
    FROM statements
    GROUP BY ALL
),

sizes AS (
    SELECT cell_id, relation, arg_max(bytes, phase = 'after') AS bytes
    FROM relations
    WHERE kind = 'table'
    GROUP BY ALL
)

SELECT
    s.*,
    phase,
    workload,
    row_number() OVER (PARTITION BY cell_id, workload ORDER BY phase_index) AS scan_index,
    statement,
    statements,
    scans.relation,
    scan_s AS duration_s,
    read_bytes / 1048576.0 AS device_read_mib,
    read_bytes / 1048576.0 / scan_s AS read_mib_s,
    read_bytes / 1048576.0 / scan_s / read_bandwidth_mib_s AS bandwidth_share,
    r.bytes / 1048576.0 AS relation_mib,
    r.bytes * statements / 1048576.0 / scan_s AS scanned_mib_s,
    r.bytes / 1048576.0 / engine_memory_mib AS relation_over_memory
FROM cell_settings AS s
JOIN scans USING (cell_id)
JOIN device_work USING (cell_id, phase)
LEFT JOIN sizes AS r
    ON s.cell_id = r.cell_id AND r.relation = scans.relation
WHERE scan_s > 0
ORDER BY cell_id, phase_index;
COMMENT ON VIEW scan_bandwidth IS
    'How fast SQL scans went: bytes read at the device, and the relation''s bytes, a second; scan_index 1 is the first scan of the cell, from cold caches.';
