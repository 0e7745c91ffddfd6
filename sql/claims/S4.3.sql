-- Do prepared statements matter, which is to say: do they gain a tenth or more in each engine? The
-- least gain over engines and numbers of clients.
SELECT
    CASE WHEN above = places THEN 'reproduced' WHEN below = places THEN 'contradicted' ELSE 'open' END AS verdict,
    least.ratio AS value,
    least.low,
    least.high,
    'times' AS unit,
    format(
        'The gain is smallest at {}, and largest, {:.2f} times, at {}{}', least.place, most.ratio, most.place,
        open_note(open_words)
    ) AS reason
FROM claim_sides
JOIN (SELECT claim, count(DISTINCT numerator_engine) AS engines FROM claim_envelopes GROUP BY claim) USING (claim)
WHERE claim = 'S4.3' AND engines > 1;
