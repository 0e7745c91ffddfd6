-- The mean size of a read at the device on xfs relative to ext4, of the same scan: over engines, fio and read-aheads.
WITH sizes AS (
    SELECT
        max(device_read_bytes_mean) FILTER (filesystem = 'xfs') / max(device_read_bytes_mean) FILTER (filesystem = 'ext4') AS ratio
    FROM filesystem_reads
    SEMI JOIN shown_cells USING (cell_id)
    GROUP BY engine, read_ahead_kb
)

SELECT min(ratio) AS least_ratio, max(ratio) AS most_ratio, max(abs(ratio - 1)) AS change_share
FROM sizes
HAVING count(*) > 0;
