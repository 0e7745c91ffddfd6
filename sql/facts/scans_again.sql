-- How many times as fast the smallest and the largest table is scanned the second time, after a restart of the engine, and without one,
-- by family of engines, of its newest version.
WITH newest AS (
    SELECT split_part(engine, '-', 1) AS family, *
    FROM scan_reads
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = 'cached-scans'
    QUALIFY engine = max(engine) OVER (PARTITION BY family)
),

of_size AS (
    SELECT
        family, round(relation_over_memory, 2) AS size,
        median(scanned_mib_s) FILTER (phase = 'scan-1') AS first_mib_s,
        median(scanned_mib_s) FILTER (phase = 'scan-2') AS second_mib_s,
        median(scanned_mib_s) FILTER (phase = 'scan-kept') AS kept_mib_s
    FROM newest
    GROUP BY ALL
)

SELECT
    family || if(size = min(size) OVER (PARTITION BY family), '_small', '_large') AS name, size AS memory_share,
    second_mib_s / first_mib_s AS second_ratio, kept_mib_s / first_mib_s AS kept_ratio
FROM of_size
QUALIFY size IN (min(size) OVER (PARTITION BY family), max(size) OVER (PARTITION BY family))
ORDER BY name;
