-- What asynchronous commits and copies of pages change in the slowest and in the fastest flush that was set, by family of engines, of its
-- newest version: transactions per second relative to durable commits, and 4 KiB pages written and flushes per transaction.
WITH measured AS (
    SELECT
        split_part(engine, '-', 1) AS family, engine, flush_latency_us,
        replace(repeat_group, experiment || ' ', '') ->> 'safety' AS safety, metric, max(median) AS median
    FROM metric_summary
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'durability' AND metric IN ('tps', 'write_pages_per_transaction', 'flushes_per_transaction')
    GROUP BY ALL
),

newest AS (
    SELECT *
    FROM measured
    QUALIFY engine = max(engine) OVER (PARTITION BY family)
),

settings AS (
    SELECT
        family, flush_latency_us,
        max(median) FILTER (metric = 'tps' AND safety = 'asynchronous-commit')
        / max(median) FILTER (metric = 'tps' AND safety = 'durable') AS asynchronous_ratio,
        max(median) FILTER (metric = 'flushes_per_transaction' AND safety = 'durable') AS flushes,
        max(median) FILTER (metric = 'flushes_per_transaction' AND safety = 'asynchronous-commit') AS asynchronous_flushes,
        max(median) FILTER (metric = 'write_pages_per_transaction' AND safety = 'durable') AS copied_pages,
        max(median) FILTER (metric = 'write_pages_per_transaction' AND safety = 'no-page-copies') AS plain_pages
    FROM newest
    GROUP BY ALL
)

SELECT
    family || if(flush_latency_us = max(flush_latency_us) OVER (), '_slow', '_fast') AS name,
    flush_latency_us AS flush_us, flush_latency_us / 1000 AS flush_ms, asynchronous_ratio, asynchronous_ratio - 1 AS asynchronous_gain_share,
    flushes, asynchronous_flushes, copied_pages, plain_pages
FROM settings
QUALIFY flush_latency_us IN (min(flush_latency_us) OVER (), max(flush_latency_us) OVER ())
ORDER BY name;
