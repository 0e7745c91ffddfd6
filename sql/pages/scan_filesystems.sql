-- Mean size of the reads of the same scan at the device, by file system.
SELECT
    cell_id, engine, filesystem, read_ahead_kb, device_reads, device_read_bytes_mean, scanned_mib_s
FROM filesystem_reads
SEMI JOIN shown_cells USING (cell_id)
ORDER BY engine, filesystem, read_ahead_kb, cell_id;
