-- Are old versions whole rows in PostgreSQL and deltas in InnoDB? Bytes kept of each while a snapshot
-- keeps them: in PostgreSQL no less than the row's 512 bytes of text, however few of them an UPDATE
-- changes; in InnoDB less than that when it changes 32. Where UPDATEs of all 512 were measured too,
-- that makes no difference to PostgreSQL and more to keep for InnoDB. Where a snapshot was held open,
-- the order of the chain too: oldest first makes the new reader's way no shorter than the old one's,
-- newest first makes the old one's longer. What indexes point to and who collects is on the page;
-- no figure decides it.
WITH room AS (
    SELECT s.engine_family, u.columns_changed, any_value(s.median) AS kept, any_value(s.low) AS low,
        any_value(s.high) AS high
    FROM claim_summary AS s
    JOIN version_room AS u USING (repeat_group, lab)
    WHERE s.experiment = 'version-storage' AND s.metric = 'kept_bytes_per_update'
    GROUP BY s.engine_family, u.columns_changed
),

by_engine AS (
    SELECT
        p1.kept AS heap_bytes,
        p16.kept AS heap_all_bytes,
        m1.kept AS undo_bytes,
        m16.kept AS undo_all_bytes,
        p1.kept / m1.kept AS value,
        p1.low / m1.high AS low,
        p1.high / m1.low AS high
    FROM room AS p1
    LEFT JOIN room AS p16 ON p16.engine_family = 'postgresql' AND p16.columns_changed = '16x32'
    JOIN room AS m1 ON m1.engine_family = 'mariadb' AND m1.columns_changed = '1x32'
    LEFT JOIN room AS m16 ON m16.engine_family = 'mariadb' AND m16.columns_changed = '16x32'
    WHERE p1.engine_family = 'postgresql' AND p1.columns_changed = '1x32'
),

longest AS (
    SELECT max(updates_per_row) AS updates_per_row
    FROM snapshot_reads
    SEMI JOIN deterministic_cells USING (cell_id)
),

walks AS (
    SELECT
        r.engine_family,
        max(updates_per_row) AS updates,
        median(page_accesses_per_row) FILTER (snapshot = 'held') AS held,
        median(page_accesses_per_row) FILTER (snapshot = 'new') AS fresh
    FROM snapshot_reads AS r
    SEMI JOIN newest_engines USING (experiment, engine)
    SEMI JOIN longest USING (updates_per_row)
    SEMI JOIN deterministic_cells USING (cell_id)
    GROUP BY r.engine_family
),

chains AS (
    SELECT p.updates, p.held AS heap_held, p.fresh AS heap_fresh, m.held AS undo_held, m.fresh AS undo_fresh
    FROM walks AS p
    JOIN walks AS m ON m.engine_family = 'mariadb'
    WHERE p.engine_family = 'postgresql'
),

judged AS (
    SELECT
        *,
        heap_bytes >= 512 AND undo_bytes < 512
        AND coalesce(
            is_level(heap_all_bytes / heap_bytes, heap_all_bytes / heap_bytes)
            AND undo_all_bytes > undo_bytes,
            TRUE
        ) AS stored_as_claimed,
        coalesce(heap_fresh >= heap_held * full_share() AND undo_held > undo_fresh, TRUE)
            AS ordered_as_claimed
    FROM by_engine
    LEFT JOIN chains ON TRUE
)

SELECT
    CASE WHEN stored_as_claimed AND ordered_as_claimed THEN 'reproduced' ELSE 'contradicted' END
        AS verdict,
    value,
    low,
    high,
    'times' AS unit,
    format(
        'Of a row whose UPDATE changes 32 bytes of 512, PostgreSQL keeps {:.0f} bytes and InnoDB '
        '{:.0f}',
        heap_bytes, undo_bytes
    )
    || CASE WHEN heap_all_bytes IS NOT NULL AND undo_all_bytes IS NOT NULL THEN format(
        '; where it changes all, {:.0f} and {:.0f}', heap_all_bytes, undo_all_bytes
    ) ELSE '' END
    || CASE WHEN heap_held IS NOT NULL THEN format(
        '; after {:.0f} UPDATEs of a row a reader with the old snapshot touches {:.1f} pages '
        'in PostgreSQL and {:.1f} in InnoDB, one with a new snapshot {:.1f} and {:.1f}',
        updates, heap_held, undo_held, heap_fresh, undo_fresh
    ) ELSE '' END AS reason
FROM judged;
