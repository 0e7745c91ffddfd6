-- Reads of a transaction by their size at the device, over read-ahead, as traced: of one page of the engine or less, and
-- larger. Only what a query reads side by side can be read ahead in one larger request.
WITH sized AS (
    SELECT cell_id, page_bytes
    FROM cells
    JOIN engine_families ON family = split_part(engine, '-', 1)
),

traced AS (
    SELECT
        cell_id, phase, page_bytes,
        sum(count) FILTER (bucket_min <= page_bytes) AS page_reads,
        sum(count) AS traced_reads
    FROM trace_histograms AS h
    JOIN sized USING (cell_id)
    JOIN phases AS p USING (cell_id)
    WHERE
        h.begin_ns < p.end_ns AND h.end_ns > p.begin_ns
        AND trace = 'device_requests' AND map = '@size_bytes'
        AND key IN ('read', 'readahead') AND phase = 'run'
    GROUP BY ALL
)

SELECT
    engine, read_bandwidth_mib_s, read_ahead_kb, seed,
    w.read_bytes / transactions AS read_bytes_per_transaction,
    page_reads / transactions AS page_reads_per_transaction,
    (traced_reads - page_reads) / transactions AS larger_reads_per_transaction,
    (w.read_bytes - page_reads * page_bytes) / nullif(traced_reads - page_reads, 0) AS larger_read_bytes_mean,
    traced_reads / w.read_commands AS traced_share,
    cell_id
FROM traced
JOIN cell_settings AS s USING (cell_id)
JOIN sysbench_totals USING (cell_id, phase)
JOIN device_work AS w USING (cell_id, phase)
SEMI JOIN shown_labs ON shown_labs.experiment = s.experiment AND shown_labs.lab = s.lab
WHERE s.experiment = 'oltp-read-ahead'
ORDER BY ALL;
