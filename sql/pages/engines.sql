-- Engine versions of the study, with the Debian suite of each and how many cells it has; without those that are compiled for a
-- comparison.
WITH suites AS (
    SELECT layer, any_value(suite ORDER BY suite) AS suite
    FROM layers
    GROUP BY layer
)

SELECT
    engine,
    engine_family(engine) AS family,
    suite,
    count(*) AS cells,
    count(*) FILTER (status = 'done') AS cells_done
FROM cells
LEFT JOIN suites ON engine = layer
WHERE regexp_full_match(engine, '[a-z]+-\d+(\.\d+)*')
GROUP BY ALL
ORDER BY engine;
