-- Does committing asynchronously raise the throughput of both engines? The least gain over
-- engines and flush latencies.
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
WHERE claim = 'S4.2' AND engines > 1;
