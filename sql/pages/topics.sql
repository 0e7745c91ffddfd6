-- One figure for each of the home page's lines on what else was found: by topic, engine and `part`, which the
-- line compares (report/findings/topics.js).
WITH known AS (
    SELECT m.*
    FROM metric_summary AS m
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE m.engine IS NOT NULL
),

flushes AS (
    SELECT
        *, replace(repeat_group, experiment || ' ', '') ->> 'safety' AS safety
    FROM known
    WHERE experiment = 'durability' AND metric = 'tps'
),

figures AS (
    -- How many pages a row's reader visits, by a snapshot as old as the UPDATEs and by a new one.
    SELECT 'versions' AS topic, engine, snapshot AS part, max(page_accesses_per_row) AS figure
    FROM snapshot_reads
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = 'held-snapshot'
    GROUP BY ALL
    UNION ALL
    SELECT 'layout', engine, phase, max(median)
    FROM known
    WHERE experiment = 'storage-layout' AND metric = 'read_pages_per_transaction'
    GROUP BY ALL
    UNION ALL
    SELECT
        'reads', engine, format('{} KiB', read_ahead_kb), avg(device_read_bytes_mean)
    FROM readahead_sizes
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = 'readahead' AND phase = 'scan' AND device_read_bytes_mean IS NOT NULL
    GROUP BY ALL
    UNION ALL
    SELECT 'commits', engine, safety, max(median)
    FROM flushes
    WHERE flush_latency_us = (SELECT max(flush_latency_us) FROM flushes)
    GROUP BY ALL
    UNION ALL
    SELECT 'commits', NULL, 'flush in µs', max(flush_latency_us)
    FROM flushes
    UNION ALL
    SELECT 'prepared', engine, phase, max(median)
    FROM known
    WHERE experiment = 'concurrency' AND metric = 'tps' AND phase LIKE 'select%'
        AND threads = (SELECT min(threads) FROM known WHERE experiment = 'concurrency')
    GROUP BY ALL
    UNION ALL
    SELECT 'writes', engine, 'bytes', max(median)
    FROM known
    WHERE experiment = 'write-amplification' AND metric = 'write_bytes_per_transaction_with_write_back'
    GROUP BY ALL
    UNION ALL
    SELECT
        'device', NULL, if(abs(fio_bandwidth_mib_s / expected_bandwidth_mib_s - 1) <= 0.02, 'near', 'far'), count(*)
    FROM calibration
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = 'calibration' AND fio_bandwidth_mib_s IS NOT NULL AND expected_bandwidth_mib_s IS NOT NULL
        AND set_bandwidth_mib_s IS NOT NULL
    GROUP BY ALL
    UNION ALL
    SELECT 'claims', NULL, verdict, count(*)
    FROM claim_verdicts
    GROUP BY ALL
)

SELECT *
FROM figures
WHERE figure IS NOT NULL
ORDER BY topic, engine, part;
