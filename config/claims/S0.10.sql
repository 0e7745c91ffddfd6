-- Does an UPDATE cost PostgreSQL more pages with autovacuum on? The difference of two medians; its
-- bounds are those of the difference of two intervals.
WITH pages AS (
    SELECT autovacuum, median, low, high
    FROM claim_summary
    WHERE experiment = 'garbage-collection' AND engine_family = 'postgresql'
        AND metric = 'pages_per_transaction'
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
    LIMIT 1
)

SELECT
    CASE WHEN low > 0 THEN 'reproduced' WHEN high < 0 THEN 'contradicted' ELSE 'undecided' END
        AS verdict,
    value,
    low,
    high,
    'pages of 4 KiB an UPDATE' AS unit,
    format(
        'An UPDATE reads and writes {:.2f} pages with autovacuum on and {:.2f} with it off{}',
        on_pages,
        off_pages,
        interval_note(low, high, 0)
    ) AS reason
FROM difference;
