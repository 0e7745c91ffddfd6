-- What the same rows take in each engine. Oracle is not available, and no other engine stands for the
-- way in which it stores rows, so that this is a figure and nothing to decide by.
WITH sizes AS (
    SELECT
        s.engine,
        s.engine_family,
        max(bytes_per_row) AS bytes_per_row
    FROM freight_sizes AS s
    SEMI JOIN newest_engines USING (experiment, engine)
    SEMI JOIN deterministic_cells USING (cell_id)
    GROUP BY ALL
),

compared AS (
    SELECT
        max(bytes_per_row) FILTER (engine_family = 'postgresql') AS postgresql,
        min(bytes_per_row) FILTER (engine_family <> 'postgresql') AS other,
        string_agg(
            format('{} takes {:.0f} bytes per row', engine, bytes_per_row),
            ', ' ORDER BY bytes_per_row
        ) AS said
    FROM sizes
)

SELECT
    'not comparable' AS verdict,
    postgresql / other AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    'times' AS unit,
    'Oracle is not available here; of the engines at hand, ' || said AS reason
FROM compared
WHERE postgresql IS NOT NULL;
