-- How far throughput spreads over runs that differ in nothing that should matter, and over runs that differ in their seed as well, by
-- family of engines: one standard deviation.
SELECT
    split_part(engine, '-', 1) AS name,
    max(deviation) FILTER (varied = 'accidents') AS accident_share,
    max(deviation) FILTER (varied = 'seeds-and-accidents') AS seed_share
FROM data_accident_spreads
WHERE metric = 'tps'
GROUP BY name
ORDER BY name;
