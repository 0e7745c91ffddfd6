-- Is MySQL's peak of oltp_read_write the higher one, on the machine with the most CPUs? Each engine has
-- the number of clients that makes the most.
SELECT
    CASE WHEN above > 0 THEN 'reproduced' WHEN below > 0 THEN 'contradicted' ELSE 'open' END AS verdict,
    least.ratio AS value,
    least.low,
    least.high,
    'times' AS unit,
    format('The peaks of MySQL and of PostgreSQL are with {}{}', least.place, open_note(open_words)) AS reason
FROM claim_sides
WHERE claim = 'S1.1';
