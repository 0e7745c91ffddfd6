-- Are concurrent scans of cached data with io_method io_uring at least as fast as with sync? Fixed before anything was measured: an
-- interval above 0.97 reproduces it, one below contradicts it.
WITH runs AS (
    SELECT seed, factors_json->>'$.settings' AS settings, m.value AS tps
    FROM cell_metrics AS m
    JOIN cells AS c USING (cell_id, experiment, seed)
    SEMI JOIN deterministic_cells USING (cell_id)
    WHERE experiment = 'cached-io-methods' AND phase = 'scan' AND metric = 'tps'
),

compared AS (
    SELECT
        count(*) AS repeats,
        geometric_mean(a.tps / b.tps) AS ratio,
        repeats_low(a.tps / b.tps) AS low,
        repeats_high(a.tps / b.tps) AS high
    FROM runs AS a
    JOIN runs AS b USING (seed)
    WHERE a.settings = 'io_uring' AND b.settings = 'sync'
)

SELECT
    CASE WHEN low > 0.97 THEN 'reproduced' WHEN high < 0.97 THEN 'contradicted' ELSE 'open' END AS verdict,
    ratio AS value,
    low,
    high,
    'times' AS unit,
    format('With io_uring four clients scan {:.3f} times as many tables per second as with sync', ratio) AS reason
FROM compared
WHERE repeats >= 3;
