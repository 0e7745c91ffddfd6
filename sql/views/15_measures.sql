-- What engines count, as concepts that they share: scripts/engines/*/statistics.yaml says which counters
-- of a family add up to a measure.

CREATE VIEW engine_measures AS
WITH counters AS (
    SELECT cell_id, phase, source, object, counter, after, delta
    FROM engine_counters
    UNION ALL
    SELECT cell_id, phase, source, '', counter, after, delta
    FROM system_counters
)

SELECT
    cell_id,
    phase,
    measure,
    -- A name may follow that of its schema.
    CASE WHEN by_relation THEN regexp_extract(c.object, '[^/]*$') ELSE '' END AS relation,
    sum(CASE WHEN moment = 'after' THEN after ELSE delta END * times) AS value
FROM counters AS c
JOIN cells USING (cell_id)
JOIN engine_measure_rules AS r
    ON r.family = engine_family(engine)
    AND r.source = c.source
    AND r.counter = c.counter
    AND coalesce(r.object, c.object) = c.object
GROUP BY ALL
HAVING value IS NOT NULL
ORDER BY cell_id, phase, measure, relation;
COMMENT ON VIEW engine_measures IS
    'What an engine''s own counters say of a phase, in measures that families share, such as log_bytes. relation is empty where the engine counts for all tables together.';
