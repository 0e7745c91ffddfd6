-- What one transaction of OLTP reads at the device and which part of that it asks for, by family of engines and read-ahead, and
-- what one UPDATE writes, of the newest version of each family. A row is, say, postgresql_128.
WITH last_pieces AS (
    SELECT engine, read_ahead_kb, p.*
    FROM traced_pages AS p
    JOIN cell_settings USING (cell_id)
    SEMI JOIN shown_cells USING (cell_id)
    QUALIFY
        work_number = max(work_number) OVER (PARTITION BY cell_id, p.phase)
        AND engine = max(engine) OVER (PARTITION BY split_part(engine, '-', 1))
),

sums AS (
    SELECT
        split_part(engine, '-', 1) AS family,
        read_ahead_kb,
        sum(bytes) FILTER (phase = 'transaction' AND operation = 'read') AS read_bytes,
        count(*) FILTER (phase = 'transaction' AND operation = 'read') AS reads,
        4096 * sum(list_sum(list_transform(is_page_used, LAMBDA used: used::INT)))
            FILTER (phase = 'transaction' AND operation = 'read') AS used_bytes,
        sum(bytes) FILTER (phase = 'lookup' AND operation = 'read') AS lookup_read_bytes,
        sum(bytes) FILTER (phase = 'scan' AND operation = 'read') AS scan_read_bytes,
        count(*) FILTER (phase = 'scan' AND operation = 'read') AS scan_reads,
        sum(bytes) FILTER (phase = 'update' AND operation = 'write') AS update_write_bytes
    FROM last_pieces
    GROUP BY ALL
)

SELECT
    family || '_' || read_ahead_kb AS name,
    * EXCLUDE (family),
    used_bytes / read_bytes AS used_share,
    read_bytes / max(read_bytes) FILTER (read_ahead_kb = 0) OVER (PARTITION BY family) AS read_ratio
FROM sums
ORDER BY name;
