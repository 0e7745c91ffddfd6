-- Does a SELECT read more pages before VACUUM than after it? The difference of two medians; its bounds are those of the
-- difference of two intervals. About two more were published: an interval that has all of 1.5 to 2.5 on one side is
-- another figure.
WITH pages AS (
    SELECT repeat_group, phase, median, low, high
    FROM claim_summary
    WHERE experiment = 'version-chains' AND engine_family = 'postgresql'
        AND metric = 'read_pages_per_transaction'
),

difference AS (
    SELECT
        loaded.median AS loaded_pages,
        chains.median AS before_pages,
        vacuumed.median AS after_pages,
        chains.median - vacuumed.median AS value,
        chains.low - vacuumed.high AS low,
        chains.high - vacuumed.low AS high
    FROM pages AS chains
    JOIN pages AS vacuumed USING (repeat_group)
    LEFT JOIN pages AS loaded ON loaded.repeat_group = chains.repeat_group
        AND loaded.phase = 'select-loaded'
    WHERE chains.phase = 'select-chains' AND vacuumed.phase = 'select-vacuumed'
    ORDER BY chains.repeat_group
    LIMIT 1
)

SELECT
    CASE
        WHEN high < 0 THEN 'contradicted'
        WHEN low > 0 AND (high < 1.5 OR low > 2.5) THEN 'another figure'
        WHEN low > 0 THEN 'reproduced'
        ELSE 'open'
    END AS verdict,
    value,
    low,
    high,
    'pages of 4 KiB per SELECT' AS unit,
    format(
        'A SELECT reads {:.2f} pages before VACUUM and {:.2f} after it{}{}',
        before_pages,
        after_pages,
        coalesce(
            format('; before the UPDATEs it read {:.2f}', loaded_pages),
            ''
        ),
        interval_note(low, high, 0)
    ) AS reason
FROM difference;
