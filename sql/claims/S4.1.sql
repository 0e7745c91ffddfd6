-- Are the point SELECTs and the read-only transactions per second of MySQL and PostgreSQL alike, which is to say:
-- within a quarter of each other with every number of clients, on the machine with the most CPUs? The ratio that is
-- farthest from 1. Both kinds must be; one that fails contradicts the claim, and one that was not measured
-- leaves it open.
WITH farthest AS (
    SELECT
        arg_max({'place': place, 'ratio': ratio, 'low': low, 'high': high}, abs(ln(ratio))) AS figure,
        count(DISTINCT starts_with(place, 'point')) AS kinds,
        any_value(place) AS place
    FROM claim_envelopes
    WHERE claim = 'S4.1'
    HAVING count(*) > 0
)

SELECT
    CASE
        WHEN above + below > 0 THEN 'contradicted'
        WHEN kinds = 2 AND alike = places THEN 'reproduced'
        ELSE 'open'
    END AS verdict,
    figure.ratio AS value,
    figure.low,
    figure.high,
    'times' AS unit,
    format('The two differ most at {}{}', figure.place, open_note(open_words)) || CASE
        WHEN kinds = 2 THEN ''
        WHEN starts_with(farthest.place, 'point') THEN '; read-only transactions were not measured'
        ELSE '; point SELECTs were not measured'
    END AS reason
FROM farthest
CROSS JOIN (FROM claim_sides WHERE claim = 'S4.1');
