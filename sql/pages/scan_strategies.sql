-- fio that reads a file as engines do: share of the device's bandwidth, by strategy.
SELECT
    cell_id, 'fio' AS engine, filesystem, read_ahead_kb, strategy, direct, block_size_bytes,
    io_depth, bandwidth_mib_s, read_latency_us, scanned_mib_s, bandwidth_share, device_reads,
    device_read_bytes_mean
FROM scan_strategies
SEMI JOIN shown_cells USING (cell_id)
WHERE experiment = 'scan-strategies'
ORDER BY filesystem, strategy, read_ahead_kb, cell_id;
