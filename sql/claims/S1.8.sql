-- Are most of PostgreSQL's joins in the plans of the 22 queries by hash, where both engines left a plan? A count is no
-- sample, so there is no interval.
SELECT
    if(p.hashed / p.joins > 0.5, 'reproduced', 'contradicted') AS verdict,
    100 * p.hashed / p.joins AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    '% of PostgreSQL''s joins by hash' AS unit,
    format(
        'in the plans of {} queries PostgreSQL hashes {} of {} joins, MySQL {} of {}; {} of MySQL''s are nested loops',
        p.queries, p.hashed, p.joins, m.hashed, m.joins, m.nested
    ) AS reason
FROM joins_of_shared_plans AS p
JOIN joins_of_shared_plans AS m ON m.engine_family = p.other_family AND m.other_family = p.engine_family
WHERE p.engine_family = 'postgresql' AND m.engine_family = 'mysql' AND p.queries >= 15;
