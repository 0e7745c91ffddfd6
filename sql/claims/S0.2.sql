-- Does MariaDB's lead shrink with the bandwidth? The ratio at the greatest bandwidth over that at the
-- least; its bounds are those of the quotient of two envelopes.
WITH ends AS (
    SELECT
        count(*) AS bandwidths,
        arg_min({'x': x, 'ratio': ratio, 'low': low, 'high': high}, x) AS slow,
        arg_max({'x': x, 'ratio': ratio, 'low': low, 'high': high}, x) AS fast
    FROM claim_envelopes
    WHERE claim = 'S0.2'
    HAVING count(*) >= 3
),

without_envelope AS (
    SELECT format('No envelope at {}: {}', arg_max(place, x), arg_max(open_because, x)) AS missing
    FROM claim_envelopes
    WHERE claim = 'S0.2' AND low IS NULL AND x IN (SELECT unnest([slow.x, fast.x]) FROM ends)
),

change AS (
    SELECT slow, fast, fast.ratio / slow.ratio AS value, fast.low / slow.high AS low, fast.high / slow.low AS high
    FROM ends
)

SELECT
    CASE WHEN high < 1 THEN 'reproduced' WHEN low > 1 THEN 'contradicted' ELSE 'open' END AS verdict,
    value,
    low,
    high,
    'times' AS unit,
    format('The ratio is {:.2f} at {} MiB/s and {:.2f} at {}', slow.ratio, slow.x::BIGINT, fast.ratio, fast.x::BIGINT)
    || CASE WHEN low IS NULL THEN open_note(missing) WHEN low <= 1 AND high >= 1 THEN '; the envelope includes 1' ELSE '' END
    AS reason
FROM change
CROSS JOIN without_envelope;
