-- What engines count, as concepts that they share: scripts/engines/*/statistics.yaml says which counters
-- of a family add up to a measure.

CREATE VIEW engine_measures AS
WITH counters AS (
    SELECT cell_id, phase, source, object, counter, after, delta
    FROM engine_counters
    UNION ALL
    SELECT cell_id, phase, source, '', counter, after, delta
    FROM system_counters
),

-- Counters that others are multiplied by, such as the size of a page. Only of those, by a semi-join: with
-- all counters grouped, every view that asks for a measure takes four times as long.
factors AS (
    SELECT cell_id, phase, counter, any_value(after) AS factor
    FROM engine_counters
    SEMI JOIN (SELECT DISTINCT times_counter AS counter FROM engine_measure_rules) USING (counter)
    GROUP BY ALL
)

SELECT
    c.cell_id,
    c.phase,
    measure,
    -- A name may follow that of its schema.
    CASE WHEN by_relation THEN regexp_extract(c.object, '[^/]*$') ELSE '' END AS relation,
    sum(CASE WHEN moment = 'after' THEN after ELSE delta END * if(times_counter IS NULL, times, factor)) AS value
FROM counters AS c
JOIN cells USING (cell_id)
JOIN engine_measure_rules AS r
    ON r.family = engine_family(engine)
    AND r.source = c.source
    AND r.counter = c.counter
    AND coalesce(r.object, c.object) = c.object
LEFT JOIN factors AS f
    ON f.cell_id = c.cell_id AND f.phase = c.phase AND f.counter = times_counter
GROUP BY ALL
HAVING value IS NOT NULL
ORDER BY cell_id, phase, measure, relation;
COMMENT ON VIEW engine_measures IS
    'What an engine''s own counters say of a phase, in measures that families share, such as log_bytes. relation is empty where the engine counts for all tables together.';
