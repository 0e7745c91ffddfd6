-- Does an UPDATE write about three pages where pages are full, and one where they have room? Fixed before
-- anything was measured: more than twice as many where they are full reproduces it, less than 1.2 times
-- contradicts it; an interval that excludes the published 3 times is another figure. The ratio of two medians; its bounds are those of the quotient of two intervals.
WITH pages AS (
    SELECT phase, median, low, high
    FROM claim_summary
    WHERE experiment = 'fill-factor' AND metric = 'pages_per_update'
),

compared AS (
    SELECT
        f.median AS full_pages,
        r.median AS room_pages,
        f.median / r.median AS ratio,
        f.low / r.high AS low,
        f.high / r.low AS high
    FROM pages AS f
    CROSS JOIN pages AS r
    WHERE f.phase = 'update-full' AND r.phase = 'update-room' AND r.low > 0
)

SELECT
    CASE
        WHEN low > 2 AND (high < 3 OR low > 3) THEN 'another figure'
        WHEN low > 2 THEN 'reproduced'
        WHEN high < 1.2 THEN 'contradicted'
        ELSE 'open'
    END AS verdict,
    ratio AS value,
    low,
    high,
    'times' AS unit,
    format('{:.2f} pages per UPDATE where they are full, {:.2f} where they have room', full_pages, room_pages) AS reason
FROM compared;
