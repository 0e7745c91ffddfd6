-- Payments per second, by family of engines, of its newest version: with deletes and one log each; relative to the other families; and
-- what deletes and the engine's default logs change.
WITH measured AS (
    SELECT
        split_part(engine, '-', 1) AS name, engine, replace(repeat_group, experiment || ' ', '')::JSON AS settings,
        max(median) FILTER (metric = 'tps') AS tps, max(median) FILTER (metric = 'flushes_per_transaction') AS flushes
    FROM metric_summary
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'payments' AND metric IN ('tps', 'flushes_per_transaction')
    GROUP BY ALL
),

latest AS (
    SELECT * FROM measured QUALIFY engine = max(engine) OVER (PARTITION BY name)
),

newest AS (
    SELECT name, settings ->> 'durability' AS logs, settings ->> 'deletes' AS deletes, max(tps) AS tps, max(flushes) AS flushes
    FROM latest
    GROUP BY ALL
),

of_each AS (
    SELECT
        name,
        max(tps) FILTER (logs = 'equal' AND deletes = 'with-deletes') AS tps,
        max(tps) FILTER (logs = 'equal' AND deletes = 'without-deletes') AS tps_without_deletes,
        max(tps) FILTER (logs = 'own-default' AND deletes = 'with-deletes') AS default_tps,
        max(flushes) FILTER (logs = 'equal' AND deletes = 'with-deletes') AS flushes,
        max(flushes) FILTER (logs = 'own-default' AND deletes = 'with-deletes') AS default_flushes
    FROM newest
    GROUP BY name
)

SELECT
    *, tps_without_deletes / tps AS without_deletes_ratio, 1 - default_tps / tps AS default_loss_share,
    max(tps) OVER () / tps AS most_ratio
FROM of_each
ORDER BY name;
