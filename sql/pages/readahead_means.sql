-- Mean sizes of reads at the device and at the system call.
SELECT
    cell_id, engine, phase, read_ahead_kb, device_reads, device_read_bytes,
    device_read_bytes_mean, syscall_reads, syscall_read_bytes_mean, asynchronous_requests
FROM readahead_sizes
SEMI JOIN shown_cells USING (cell_id)
WHERE phase LIKE 'scan%'
ORDER BY engine, phase, read_ahead_kb, cell_id;
