-- Does MySQL fall beyond its peak, by a twentieth or more? Where its peak is with the most clients, that is open.
SELECT
    CASE WHEN below > 0 THEN 'reproduced' WHEN above > 0 AND least.ratio < 1 THEN 'contradicted' ELSE 'open' END AS verdict,
    least.ratio AS value,
    least.low,
    least.high,
    'times' AS unit,
    format(
        '{}{}{}', least.place, if(least.ratio = 1, ': the peak is with the most clients', ''), open_note(open_words)
    ) AS reason
FROM claim_sides
WHERE claim = 'S1.2';
