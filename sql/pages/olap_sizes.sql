-- What TPC-H's tables and indexes take, beside the memory of the engine, before query 18.
SELECT
    engine, any_value(engine_memory_mib) * 1048576 AS memory_bytes,
    sum(bytes)::BIGINT AS bytes,
    sum(bytes) FILTER (kind = 'table')::BIGINT AS table_bytes
FROM relations
JOIN cell_settings USING (cell_id)
WHERE experiment = 'olap' AND phase = 'before'
    AND cell_id IN (SELECT min(cell_id) FROM cell_settings WHERE experiment = 'olap' GROUP BY engine)
GROUP BY engine
ORDER BY engine;
