-- Does MySQL write more per commit with global transaction ids? Fixed before anything was measured: 1.16 to 1.24 times were
-- published. Intervals of INSERTs and of UPDATEs that are both above 1.08, half of the least, reproduce it if one of them meets the
-- published range, and else are another figure; both below 1.08 contradict it. Repeats are paired by seed.
WITH written AS (
    SELECT
        seed, p.phase, factors_json ->> '$.ids' AS ids,
        p.write_pages_per_transaction AS pages
    FROM pages_per_transaction AS p
    JOIN cells USING (cell_id, experiment, seed)
    SEMI JOIN deterministic_cells USING (cell_id)
    WHERE experiment = 'transaction-ids'
),

compared AS (
    SELECT
        a.phase,
        geometric_mean(a.pages / b.pages) AS ratio,
        repeats_low(a.pages / b.pages) AS low,
        repeats_high(a.pages / b.pages) AS high,
        median(a.pages) * 4 AS with_kib,
        median(b.pages) * 4 AS without_kib
    FROM written AS a
    JOIN written AS b USING (phase, seed)
    WHERE a.ids = 'with' AND b.ids = 'without'
    GROUP BY a.phase
)

SELECT
    CASE
        WHEN min(low) > 1.08 AND bool_or(low <= 1.24 AND high >= 1.16) THEN 'reproduced'
        WHEN min(low) > 1.08 THEN 'another figure'
        WHEN max(high) < 1.08 THEN 'contradicted'
        ELSE 'open'
    END AS verdict,
    arg_max(ratio, ratio) AS value,
    arg_max(low, ratio) AS low,
    arg_max(high, ratio) AS high,
    'times' AS unit,
    string_agg(format('{}: {:.2f} KiB per commit with them, {:.2f} without', phase, with_kib, without_kib), '; ' ORDER BY phase)
        AS reason
FROM compared
HAVING count(*) = 2;
