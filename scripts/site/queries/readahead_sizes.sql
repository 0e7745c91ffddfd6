-- Histograms of read sizes of the first scan, as traced. A trace prints twice a second what
-- gathered since; such a slice belongs to the phase in which its middle lies.
SELECT
    s.cell_id,
    engine,
    read_ahead_kb,
    if(map = '@size_bytes', 'device', 'syscall') AS level,
    bucket_min AS bucket_min_bytes,
    bucket_max + 1 AS bucket_max_bytes,
    sum(h.count)::BIGINT AS requests
FROM cell_settings AS s
JOIN phases AS p ON p.cell_id = s.cell_id AND p.phase = 'scan'
JOIN trace_histograms AS h
    ON h.cell_id = s.cell_id AND h.time_ns - 250000000 BETWEEN p.begin_ns AND p.end_ns
WHERE experiment = 'readahead' AND bucket_min > 0 AND bucket_max IS NOT NULL
    AND (
        (trace = 'device_requests' AND map = '@size_bytes' AND key IN ('read', 'readahead'))
        OR (trace = 'read_syscalls' AND map = '@read_size_bytes')
    )
GROUP BY ALL
ORDER BY engine, read_ahead_kb, level, bucket_min_bytes, s.cell_id;
