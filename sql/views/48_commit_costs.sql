-- What one commit and one UPDATE cost the device where nothing is shared.

CREATE VIEW commit_flushes AS
SELECT
    s.*,
    factors_json ->> '$.logs' AS logs,
    flushes_per_transaction
FROM cell_settings AS s
JOIN cells USING (cell_id)
JOIN (SELECT cell_id, phase, flushes_per_transaction FROM pages_per_transaction) USING (cell_id)
WHERE s.experiment = 'commit-flushes' AND phase = 'write'
ORDER BY cell_id;
COMMENT ON VIEW commit_flushes IS
    'Flushes of the device for each durable commit of a single client, by which logs are written.';

CREATE VIEW update_pages AS
WITH written AS (
    SELECT cell_id, split_part(phase, '-', 2) AS pages_are, sum(delta) AS pages
    FROM engine_counters
    WHERE source = 'pg_stat_io' AND counter = 'writes' AND (phase LIKE 'update-%' OR phase LIKE 'write-%')
    GROUP BY ALL
),

updates AS (
    SELECT cell_id, split_part(phase, '-', 2) AS pages_are, transactions
    FROM sysbench_totals
    WHERE phase LIKE 'update-%'
)

SELECT
    s.*,
    pages_are,
    transactions,
    pages / transactions AS pages_per_update
FROM cell_settings AS s
JOIN written USING (cell_id)
JOIN updates USING (cell_id, pages_are)
WHERE s.experiment = 'fill-factor'
ORDER BY cell_id, pages_are;
COMMENT ON VIEW update_pages IS
    'Pages of 8 KiB that PostgreSQL writes for an UPDATE of a column without an index, the checkpoint after it included and the WAL left out, where pages are full and where they have room.';
