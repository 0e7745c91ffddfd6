-- Does MariaDB commit more transactions at every bandwidth? The published 125 to 660 MiB/s fed 12
-- cores of 2.2 GHz: at an instruction a cycle, 5 to 25 MiB/s for each GIPS. The measured bandwidths around that range
-- are compared, and one where MariaDB is behind contradicts "every". Where at one bandwidth the whole envelope is above 1
-- with one setting, such as the kernel's read-ahead, and below 1 with another, the answer depends on it. The least
-- settled ratio is the figure.
WITH planned AS (
    SELECT count(DISTINCT read_bandwidth_mib_s) AS bandwidths
    FROM cells
    JOIN machine_speed USING (cell_id)
    SEMI JOIN deterministic_cells USING (cell_id)
    WHERE experiment = 'oltp' AND read_bandwidth_mib_s / gips BETWEEN 4 AND 32
),

corners AS (
    SELECT
        count(*) FILTER (side = 'above' AND starts_with(place, 'oltp,')) AS ahead,
        string_agg(
            format('{} at {}', envelope_words(ratio, low, high), place), '; ' ORDER BY ratio
        ) FILTER (side <> 'open') AS words,
        -- An open ratio may be the least.
        arg_min({'ratio': ratio, 'low': low, 'high': high}, ratio) FILTER (side <> 'open') AS settled
    FROM claim_envelopes
    WHERE claim = 'S0.1'
),

turned AS (
    SELECT x
    FROM claim_envelopes
    WHERE claim = 'S0.1'
    GROUP BY x
    HAVING bool_or(side = 'above') AND bool_or(side = 'below')
)

SELECT
    CASE
        WHEN (SELECT count(*) FROM turned) > 0 THEN 'depends on settings'
        WHEN below > 0 THEN 'contradicted'
        WHEN open = 0 AND ahead = bandwidths AND bandwidths >= 3 THEN 'reproduced'
        ELSE 'open'
    END AS verdict,
    coalesce(settled.ratio, least.ratio) AS value,
    settled.low,
    settled.high,
    'times' AS unit,
    coalesce('MariaDB''s transactions over PostgreSQL''s, with the kernel''s read-ahead: ' || words, 'No envelope lies on one side of 1')
    || open_note(open_words) AS reason
FROM claim_sides
CROSS JOIN planned
CROSS JOIN corners
WHERE claim = 'S0.1';
