-- What each phase asked of the device, by the device's counters, and of log and cache, by the engine's. An
-- access to a page that no read of the device explains is a hit, of the engine's cache or the kernel's. Reads
-- have more in them than pages that were missed, so there are at least as many hits.
WITH counted AS (
    SELECT
        cell_id, phase,
        sum(value) FILTER (measure = 'log_bytes') AS log_bytes,
        sum(value) FILTER (measure = 'page_accesses') AS page_accesses
    FROM engine_measures
    WHERE measure IN ('log_bytes', 'page_accesses')
    GROUP BY ALL
),

-- A counter by which the pages of the cache are multiplied is the size of one.
page_sizes AS (
    SELECT cell_id, coalesce(max(after), any_value(page_bytes)) AS page_bytes
    FROM cells
    JOIN engine_families ON family = engine_family(engine)
    LEFT JOIN (
        SELECT cell_id, after
        FROM engine_counters AS c
        SEMI JOIN engine_measure_rules ON times_counter = c.counter AND measure = 'cache_bytes'
    ) USING (cell_id)
    GROUP BY cell_id
)

SELECT
    cell_id, phase, read_commands, read_bytes, write_commands, write_bytes, flush_commands, log_bytes,
    page_accesses,
    CASE WHEN read_bytes <= page_accesses * page_bytes
        THEN round(1 - read_bytes / page_bytes / page_accesses, 6) END AS least_hit_share
FROM device_work
LEFT JOIN counted USING (cell_id, phase)
LEFT JOIN page_sizes USING (cell_id)
WHERE read_commands + write_commands + flush_commands > 0
ORDER BY cell_id, phase_index;
