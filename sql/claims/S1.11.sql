-- Does PostgreSQL hold its peak with more clients, to a twentieth?
SELECT
    CASE WHEN above > 0 THEN 'reproduced' WHEN below > 0 THEN 'contradicted' ELSE 'open' END AS verdict,
    least.ratio AS value,
    least.low,
    least.high,
    'times' AS unit,
    format('{}{}', least.place, open_note(open_words)) AS reason
FROM claim_sides
WHERE claim = 'S1.11';
