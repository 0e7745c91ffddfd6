-- Does PostgreSQL 18 with sync make more transactions than with io_uring, for one client on a volume of a cloud? Fixed before
-- anything was measured: an interval above 1.03 reproduces it, one below contradicts it: nobody would see less.
WITH runs AS (
    SELECT seed, factors_json->>'$.settings' AS settings, m.value AS tps
    FROM cell_metrics AS m
    JOIN cells AS c USING (cell_id, experiment, seed)
    SEMI JOIN deterministic_cells USING (cell_id)
    WHERE experiment = 'volume-io-methods' AND phase = 'run' AND metric = 'tps'
        AND factors_json->>'$.volume' = 'gp3'
),

compared AS (
    SELECT
        count(*) AS repeats,
        geometric_mean(a.tps / b.tps) AS ratio,
        repeats_low(a.tps / b.tps) AS low,
        repeats_high(a.tps / b.tps) AS high
    FROM runs AS a
    JOIN runs AS b USING (seed)
    WHERE a.settings = 'sync' AND b.settings = 'io_uring'
)

SELECT
    CASE WHEN low > 1.03 THEN 'reproduced' WHEN high < 1.03 THEN 'contradicted' ELSE 'open' END AS verdict,
    ratio AS value,
    low,
    high,
    'times' AS unit,
    format('With sync one client makes {:.3f} times the transactions that it makes with io_uring', ratio) AS reason
FROM compared
WHERE repeats >= 3;
