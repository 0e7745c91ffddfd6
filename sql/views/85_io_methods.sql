-- PostgreSQL's ways of reading, compared by fixed work of the same clients.

CREATE VIEW io_method_ratios AS
WITH runs AS (
    SELECT
        coalesce(factors_json ->> '$.volume', format('cached_{}', factors_json ->> '$.cpus')) AS place,
        factors_json ->> '$.settings' AS settings,
        seed,
        transactions / total_time_s AS tps
    FROM sysbench_totals
    JOIN cells USING (cell_id)
    SEMI JOIN deterministic_cells USING (cell_id)
    WHERE experiment IN ('cached-io-methods', 'volume-io-methods') AND phase IN ('scan', 'run')
)

SELECT
    place,
    a.settings,
    count(*) AS repeats,
    geometric_mean(a.tps / b.tps) AS ratio,
    repeats_low(a.tps / b.tps) AS low,
    repeats_high(a.tps / b.tps) AS high
FROM runs AS a
JOIN runs AS b USING (place, seed)
WHERE a.settings <> 'sync' AND b.settings = 'sync'
GROUP BY place, a.settings
ORDER BY place, a.settings;
COMMENT ON VIEW io_method_ratios IS
    'Scans or transactions per second over those with io_method sync, paired by seed: of cached tables on 1 and 8 CPUs (`cached_1`, `cached_8`), and on volumes; PostgreSQL 17 is `before`.';
