-- Does an UPDATE cost PostgreSQL more pages with autovacuum on? The difference of two medians; its
-- bounds are those of the difference of two intervals. Beside it, what one VACUUM costs a changed row when
-- it comes at its default threshold, with a fifth of the table's rows dead.
WITH pages AS (
    SELECT autovacuum, median, low, high
    FROM claim_summary
    WHERE experiment = 'garbage-collection' AND engine_family = 'postgresql'
        AND metric = 'pages_per_statement_with_write_back'
    ORDER BY repeat_group
),

difference AS (
    SELECT
        collected.median AS on_pages,
        kept.median AS off_pages,
        collected.median - kept.median AS value,
        collected.low - kept.high AS low,
        collected.high - kept.low AS high
    FROM pages AS collected
    CROSS JOIN pages AS kept
    WHERE collected.autovacuum = 'on' AND kept.autovacuum = 'off'
    ORDER BY ALL
    LIMIT 1
),

by_default AS (
    SELECT max(collection_bytes_per_change) / 4096 AS pages
    FROM collection_costs
    JOIN claim_labs USING (lab)
    JOIN newest_engines USING (experiment, engine)
    WHERE experiment = 'vacuum-cost' AND engine_family = 'postgresql'
)

SELECT
    'not comparable' AS verdict,
    value,
    low,
    high,
    'pages of 4 KiB per UPDATE' AS unit,
    format(
        'An UPDATE reads and writes {:.2f} pages with autovacuum always running and {:.2f} with it '
        'off{}{}',
        on_pages,
        off_pages,
        interval_note(low, high, 0),
        coalesce(
            format('; a VACUUM at its default threshold adds at most {:.2f} per row changed or deleted', pages),
            ''
        )
    ) AS reason
FROM difference
CROSS JOIN by_default;
