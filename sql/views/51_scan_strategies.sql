-- What of a scan decides its speed: the strategy, the memory, the file system, the settings.

CREATE VIEW scan_strategies AS
SELECT
    s.*,
    phase AS strategy,
    direct,
    io_engine,
    block_size_bytes,
    coalesce(io_depth, 1) AS io_depth,
    io_bytes / 1048576.0 AS scanned_mib,
    runtime_ms / 1e3 AS duration_s,
    bandwidth_bytes_s / 1048576.0 AS scanned_mib_s,
    bandwidth_bytes_s / 1048576.0 / s.read_bandwidth_mib_s AS bandwidth_share,
    read_commands AS device_reads,
    read_bytes / nullif(read_commands, 0) AS device_read_bytes_mean,
    user_cpu_percent + system_cpu_percent AS cpu_percent
FROM cell_settings AS s
JOIN fio_jobs USING (cell_id)
JOIN device_work USING (cell_id, phase)
WHERE device_work.workload LIKE 'fio/scan%'
ORDER BY cell_id, phase_index;
COMMENT ON VIEW scan_strategies IS
    'fio reading a file from end to end as engines do: what it reached of the device''s bandwidth, by strategy.';

CREATE VIEW scan_reads AS
SELECT
    b.*,
    read_commands AS device_reads,
    read_bytes / nullif(read_commands, 0) AS device_read_bytes_mean,
    json_extract_string(factors_json, '$.settings') AS settings
FROM scan_bandwidth AS b
JOIN cells USING (cell_id)
JOIN device_work USING (cell_id, phase)
WHERE b.workload LIKE 'sql/%'
ORDER BY cell_id, phase_index;
COMMENT ON VIEW scan_reads IS
    'SQL scans with the reads that the device saw of them, and the engine''s settings by their label.';

CREATE VIEW cached_scans AS
SELECT * EXCLUDE (settings)
FROM scan_reads
WHERE experiment = 'cached-scans'
ORDER BY cell_id, scan_index;
COMMENT ON VIEW cached_scans IS
    'The scans of a table one after the other: the first from cold caches, then with the page cache as it was left, the last (scan-kept) with the engine''s own cache, too.';

CREATE VIEW filesystem_reads AS
SELECT
    cell_id,
    experiment,
    lab,
    engine,
    filesystem,
    read_ahead_kb,
    device_reads,
    device_read_bytes_mean,
    scanned_mib_s
FROM scan_reads
WHERE experiment = 'scan-filesystems'
UNION ALL
SELECT
    cell_id,
    experiment,
    lab,
    'fio' AS engine,
    filesystem,
    read_ahead_kb,
    device_reads,
    device_read_bytes_mean,
    scanned_mib_s
FROM scan_strategies
WHERE strategy = 'buffered-8k'
ORDER BY engine, filesystem, read_ahead_kb, cell_id;
COMMENT ON VIEW filesystem_reads IS
    'Reads at the device of the same scan on different file systems: of engines, and of fio that reads blocks of 8 KiB through the page cache.';

CREATE VIEW freight_sizes AS
SELECT
    s.*,
    c.dataset,
    relation,
    bytes,
    coalesce(dataset_rows_per_table, r.rows) AS rows,
    bytes / nullif(coalesce(dataset_rows_per_table, r.rows), 0) AS bytes_per_row
FROM cell_settings AS s
JOIN cells AS c USING (cell_id)
JOIN relations AS r USING (cell_id)
WHERE dataset_kind = 'freight' AND kind = 'table' AND phase = 'before'
ORDER BY cell_id, relation;
COMMENT ON VIEW freight_sizes IS
    'What the freight table takes; rows are those that were loaded, or the engine''s own count of a real file''s.';
