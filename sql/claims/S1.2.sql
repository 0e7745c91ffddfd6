-- Does MySQL fall beyond its peak, by a twentieth or more, while PostgreSQL holds? PostgreSQL that falls
-- contradicts the claim, and so does MySQL that holds, if its peak is at fewer clients than the most.
WITH sides AS (
    SELECT
        any_value(side) FILTER (place = 'mysql') AS mysql,
        any_value(side) FILTER (place = 'postgresql') AS postgresql,
        any_value({'ratio': ratio, 'low': low, 'high': high}) FILTER (place = 'mysql') AS figure,
        any_value(ratio) FILTER (place = 'postgresql') AS other
    FROM claim_envelopes
    WHERE claim = 'S1.2'
    HAVING count(*) = 2
)

SELECT
    CASE
        WHEN mysql = 'below' AND postgresql = 'above' THEN 'reproduced'
        WHEN postgresql = 'below' OR mysql = 'above' AND figure.ratio < 1 THEN 'contradicted'
        ELSE 'open'
    END AS verdict,
    figure.ratio AS value,
    figure.low,
    figure.high,
    'times' AS unit,
    format(
        'With the most clients MySQL makes {:.2f} times its peak and PostgreSQL {:.2f} times{}', figure.ratio, other,
        open_note(open_words)
    ) AS reason
FROM sides
CROSS JOIN (FROM claim_sides WHERE claim = 'S1.2');
