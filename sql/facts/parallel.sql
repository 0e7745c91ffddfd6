-- How many times as fast PostgreSQL scans with parallel workers as without, on the fastest device, by version.
WITH runs AS (
    SELECT engine, settings, bandwidth_mib_s, median(scanned_mib_s) AS scanned_mib_s
    FROM scan_reads
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = 'parallel-query' AND scan_index = 1
    GROUP BY ALL
),

fastest AS (
    SELECT * FROM runs QUALIFY bandwidth_mib_s = max(bandwidth_mib_s) OVER ()
)

SELECT
    replace(engine, '-', '_') AS name,
    max(scanned_mib_s) FILTER (settings = '2-workers') / max(scanned_mib_s) FILTER (settings = 'no-workers') AS two_ratio,
    max(scanned_mib_s) FILTER (settings = '4-workers') / max(scanned_mib_s) FILTER (settings = 'no-workers') AS four_ratio
FROM fastest
GROUP BY name
ORDER BY name;
