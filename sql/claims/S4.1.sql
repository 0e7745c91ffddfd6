-- Are the point SELECTs per second of MySQL and PostgreSQL alike, which is to say: within a quarter of each other
-- with every number of clients, on the machine with the most CPUs? The ratio that is farthest from 1.
WITH farthest AS (
    SELECT arg_max({'place': place, 'ratio': ratio, 'low': low, 'high': high}, abs(ln(ratio))) AS figure
    FROM claim_envelopes
    WHERE claim = 'S4.1'
    HAVING count(*) > 0
)

SELECT
    CASE WHEN above + below > 0 THEN 'contradicted' WHEN alike = places THEN 'reproduced' ELSE 'open' END AS verdict,
    figure.ratio AS value,
    figure.low,
    figure.high,
    'times' AS unit,
    format('The two differ most with {}{}', figure.place, open_note(open_words)) AS reason
FROM farthest
CROSS JOIN (FROM claim_sides WHERE claim = 'S4.1');
