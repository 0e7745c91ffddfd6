-- How many published claims came out how.
SELECT
    count(*) AS claims,
    count(*) FILTER (verdict = 'reproduced') AS reproduced,
    count(*) FILTER (verdict = 'contradicted') AS contradicted,
    count(*) FILTER (verdict = 'open') AS open
FROM claim_verdicts
HAVING count(*) > 0;
