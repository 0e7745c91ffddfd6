-- Does MySQL gain up to two times without its doublewrite? Fixed before anything was measured: at the bandwidth where the gain is
-- greatest, an envelope above 1.5 that meets 2 reproduces it, one above 1.1 without that is another figure, and
-- gains below 1.1 at each bandwidth contradict it.
WITH bounds AS (
    SELECT any_value(least_bound) AS least_bound, any_value(most_bound) AS most_bound FROM claim_pairs WHERE claim = 'S14.1'
),

decided AS (
    SELECT
        *,
        CASE
            WHEN most.low > 1.5 AND most.high >= most_bound THEN 'reproduced'
            WHEN most.low > least_bound THEN 'another figure'
            WHEN below = places THEN 'contradicted'
            ELSE 'open'
        END AS verdict
    FROM claim_sides
    CROSS JOIN bounds
    WHERE claim = 'S14.1'
)

SELECT
    verdict,
    most.ratio AS value,
    most.low,
    most.high,
    'times' AS unit,
    format(
        'Without the second copy MySQL commits {} times as many UPDATEs at {} and {} times at {}{}',
        envelope_words(most.ratio, most.low, most.high), most.place, envelope_words(least.ratio, least.low, least.high), least.place,
        if(verdict = 'open', open_note(open_words), '')
    ) AS reason
FROM decided;
