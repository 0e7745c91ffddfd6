-- Histograms of read sizes of the first scan, as traced: the slices that lie in it.
SELECT
    s.cell_id,
    engine,
    read_ahead_kb,
    if(map = '@size_bytes', 'device', 'syscall') AS level,
    bucket_min AS bucket_min_bytes,
    bucket_max + 1 AS bucket_max_bytes,
    sum(h.count)::BIGINT AS requests
FROM cell_settings AS s
SEMI JOIN shown_cells USING (cell_id)
JOIN phases AS p ON p.cell_id = s.cell_id AND p.phase = 'scan'
JOIN trace_histograms AS h
    ON h.cell_id = s.cell_id AND h.begin_ns < p.end_ns AND h.end_ns > p.begin_ns
WHERE experiment = 'readahead' AND bucket_min > 0 AND bucket_max IS NOT NULL
    AND (
        (trace = 'device_requests' AND map = '@size_bytes' AND key IN ('read', 'readahead'))
        OR (trace = 'read_syscalls' AND map = '@read_size_bytes')
    )
GROUP BY ALL
ORDER BY engine, read_ahead_kb, level, bucket_min_bytes, s.cell_id;
