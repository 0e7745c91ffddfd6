-- Does MySQL gain up to two times without its doublewrite? Fixed before anything was measured: at the bandwidth where the gain is
-- greatest, an envelope above 1.5 that meets 2 reproduces it, one above 1.1 without that is another figure, and
-- gains below 1.1 at each bandwidth contradict it.
SELECT
    CASE
        WHEN most.low > 1.5 AND most.high >= 2 THEN 'reproduced'
        WHEN most.low > 1.1 THEN 'another figure'
        WHEN below = places THEN 'contradicted'
        ELSE 'open'
    END AS verdict,
    most.ratio AS value,
    most.low,
    most.high,
    'times' AS unit,
    format(
        'Without the second copy MySQL commits {} times as many UPDATEs at {} and {} times at {}{}',
        envelope_words(most.ratio, most.low, most.high), most.place, envelope_words(least.ratio, least.low, least.high), least.place,
        open_note(open_words)
    ) AS reason
FROM claim_sides
WHERE claim = 'S14.1';
