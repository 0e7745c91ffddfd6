-- What a transaction costs the device in writes, by its own counters: the write amplification of engines.

CREATE VIEW write_bytes AS
WITH written AS (
    SELECT
        cell_id,
        phase,
        phase_index,
        workload,
        write_bytes,
        CASE WHEN lead(workload) OVER later = 'engine/checkpoint'
            THEN lead(write_bytes) OVER later
        END AS write_back_bytes
    FROM device_work
    WINDOW later AS (PARTITION BY cell_id ORDER BY phase_index)
)

SELECT
    s.*,
    phase,
    phase_index,
    workload,
    transactions,
    write_bytes / transactions AS write_bytes_per_transaction,
    write_back_bytes / transactions AS write_back_bytes_per_transaction,
    (write_bytes + coalesce(write_back_bytes, 0)) / transactions
        AS write_bytes_per_transaction_with_write_back
FROM cell_settings AS s
JOIN written USING (cell_id)
JOIN sysbench_totals USING (cell_id, phase)
WHERE experiment = 'write-amplification' AND transactions > 0
ORDER BY cell_id, phase_index;
COMMENT ON VIEW write_bytes IS
    'Bytes that the device writes for each transaction of the experiment write-amplification: in the run, and with what the engine still owes when it ends (dirty pages, memtables, compaction).';
