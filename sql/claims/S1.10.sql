-- Are most of MySQL's joins in the plans of the 22 queries nested loops, by an index or not, where both engines left a
-- plan? A count is no sample, so there is no interval.
SELECT
    if(mysql_nested / mysql_joins > 0.5, 'reproduced', 'contradicted') AS verdict,
    100 * mysql_nested / mysql_joins AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    '% of MySQL''s joins' AS unit,
    format(
        'in the plans of {} queries PostgreSQL hashes {} of {} joins, MySQL {} of {}; {} of MySQL''s are nested loops',
        queries, postgresql_hashed::BIGINT, postgresql_joins::BIGINT, mysql_hashed::BIGINT,
        mysql_joins::BIGINT, mysql_nested::BIGINT
    ) AS reason
FROM joins_of_shared_plans;
