-- Is PostgreSQL the more sensitive? What a doubling of the bandwidth multiplies its transactions by, over the same
-- of MariaDB's: the ratio at the least bandwidth over that at the greatest, for each doubling between them.
WITH ends AS (
    SELECT
        arg_min({'x': x, 'ratio': ratio, 'low': low, 'high': high}, x) AS slow,
        arg_max({'x': x, 'ratio': ratio, 'low': low, 'high': high}, x) AS fast,
        log2(max(x) / min(x)) AS doublings
    FROM claim_envelopes
    WHERE claim = 'S0.3'
    HAVING count(*) >= 3
),

without_envelope AS (
    SELECT format('No envelope at {}: {}', arg_max(place, x), arg_max(open_because, x)) AS missing
    FROM claim_envelopes
    WHERE claim = 'S0.3' AND low IS NULL AND x IN (SELECT unnest([slow.x, fast.x]) FROM ends)
),

factors AS (
    SELECT
        doublings,
        pow(slow.ratio / fast.ratio, 1 / doublings) AS value,
        pow(slow.low / fast.high, 1 / doublings) AS low,
        pow(slow.high / fast.low, 1 / doublings) AS high
    FROM ends
)

SELECT
    CASE WHEN low > 1 THEN 'reproduced' WHEN high < 1 THEN 'contradicted' ELSE 'open' END AS verdict,
    value,
    low,
    high,
    'times' AS unit,
    format('It is the mean of {:.1f} doublings of the bandwidth', doublings)
    || CASE WHEN low IS NULL THEN open_note(missing) WHEN low <= 1 AND high >= 1 THEN '; the envelope includes 1' ELSE '' END
    AS reason
FROM factors
CROSS JOIN without_envelope;
