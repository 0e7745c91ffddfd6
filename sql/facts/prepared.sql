-- Point SELECTs per second with prepared statements relative to unprepared ones, with the fewest and the most clients, by family of
-- engines, of its newest version; and the instructions of a prepared one.
WITH measured AS (
    SELECT
        split_part(engine, '-', 1) AS family, engine, (replace(repeat_group, experiment || ' ', '') ->> 'threads')::INTEGER AS threads,
        max(median) FILTER (metric = 'tps' AND phase = 'select') AS tps,
        max(median) FILTER (metric = 'tps' AND phase = 'select-unprepared') AS unprepared_tps,
        max(median) FILTER (metric = 'engine_instructions_per_transaction' AND phase = 'select') / 1000 AS thousand_instructions
    FROM metric_summary
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'concurrency'
    GROUP BY ALL
),

newest AS (
    SELECT * FROM measured QUALIFY engine = max(engine) OVER (PARTITION BY family)
)

SELECT
    family || if(threads = min(threads) OVER (), '_one', '_many') AS name, threads AS clients, tps / unprepared_tps AS prepared_ratio,
    thousand_instructions
FROM newest
QUALIFY threads IN (min(threads) OVER (), max(threads) OVER ())
ORDER BY name;
