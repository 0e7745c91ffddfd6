-- Whether a run of transactions was at steady state. Each check has a limit, fixed before the first
-- run of the experiment `steady`; a ratio of engines whose runs do not pass is no verdict.

CREATE VIEW log_cycles AS
WITH sizes AS (
    SELECT
        cell_id,
        1048576 * try_cast(regexp_extract("value", 'max_wal_size = (\d+)MB', 1) AS DOUBLE) AS wal_bytes,
        try_cast(regexp_extract("value", 'innodb_(log_file_size|redo_log_capacity) = (\d+)', 2) AS DOUBLE)
            AS redo_bytes
    FROM provenance
    WHERE "key" LIKE 'config/%'
)

SELECT
    cell_id,
    phase,
    max(delta) AS written_bytes,
    any_value(coalesce(wal_bytes, redo_bytes)) AS log_bytes,
    max(delta) / any_value(coalesce(wal_bytes, redo_bytes)) AS cycles
FROM engine_counters
JOIN sizes USING (cell_id)
WHERE (source, counter) IN (('pg_stat_wal', 'wal_bytes'), ('global_status', 'Innodb_os_log_written'))
GROUP BY ALL;
COMMENT ON VIEW log_cycles IS
    'What a phase wrote to the log, and how many times its size that is: the redo log of InnoDB, or the WAL after which PostgreSQL must checkpoint (max_wal_size).';

CREATE VIEW dirty_drift AS
WITH engine AS (
    SELECT cell_id, phase, delta
    FROM engine_counters
    WHERE (source, counter) = ('global_status', 'Innodb_buffer_pool_bytes_dirty')
),

page_cache AS (
    SELECT cell_id, phase, delta
    FROM system_counters
    WHERE (source, counter) = ('cgroup_engine/memory.stat', 'file_dirty')
)

SELECT cell_id, phase, coalesce(engine.delta, 0) + coalesce(page_cache.delta, 0) AS dirty_bytes
FROM page_cache
FULL JOIN engine USING (cell_id, phase);
COMMENT ON VIEW dirty_drift IS
    'By how much the bytes that wait to be written grew in a phase: InnoDB''s dirty pages and the kernel''s. PostgreSQL does not tell its own; what they hide shows in bytes per transaction.';

CREATE VIEW old_versions AS
WITH counted AS (
    SELECT
        cell_id,
        phase,
        sum(value) FILTER (measure = 'old_versions_made') AS old_versions_made,
        sum(value) FILTER (measure = 'old_versions_left') AS old_versions_left,
        -- What it had before the phase is in it, and what is collected and not yet cut off: so it is a bound.
        sum(value) FILTER (measure = 'history_length') AS uncollected_transactions
    FROM engine_measures
    WHERE measure IN ('old_versions_made', 'old_versions_left', 'history_length')
    GROUP BY ALL
),

bounded AS (
    SELECT
        c.cell_id,
        c.phase,
        old_versions_made,
        coalesce(
            old_versions_left, old_versions_made * if(uncollected_transactions > transactions, 1, uncollected_transactions / nullif(transactions, 0))
        ) AS old_versions_left
    FROM counted AS c
    LEFT JOIN sysbench_totals AS t ON c.cell_id = t.cell_id AND c.phase = t.phase
    WHERE old_versions_made IS NOT NULL OR old_versions_left IS NOT NULL
)

SELECT
    *,
    CASE WHEN old_versions_made > 0 THEN old_versions_left / old_versions_made
        WHEN old_versions_left <= 0 THEN 0 END AS left_share
FROM bounded;
COMMENT ON VIEW old_versions IS
    'Old versions of rows that a phase made, and by how many more wait to be collected after it than before: dead tuples of PostgreSQL, rows of MariaDB that its purge has not dealt with. MySQL tells transactions alone, so it has a bound: those that wait after the phase, each with as many rows as the mean of all.';

CREATE VIEW collection_costs AS
WITH aged AS (
    SELECT lab, engine, cell_id, old_versions_made, old_versions_left, transactions
    FROM old_versions
    JOIN sysbench_totals USING (cell_id, phase)
    JOIN cells USING (cell_id)
    WHERE experiment = 'vacuum-cost' AND phase = 'age'
),

-- From the end of the transactions on, as a purge does not wait to be asked. So it is an upper bound: pages that
-- they left dirty are written, too.
moved AS (
    SELECT cell_id, sum(read_bytes + write_bytes) AS collection_bytes
    FROM device_work
    WHERE phase <> 'age'
    GROUP BY ALL
)

SELECT
    lab,
    engine,
    count(*) AS runs,
    avg(old_versions_made / transactions) AS changes_per_transaction,
    avg(old_versions_left / transactions) AS old_versions_per_transaction,
    avg(collection_bytes / transactions) AS collection_bytes_per_transaction,
    avg(collection_bytes / old_versions_made) AS collection_bytes_per_change,
    avg(collection_bytes / nullif(greatest(old_versions_left, 0), 0)) AS collection_bytes_per_old_version
FROM aged
JOIN moved USING (cell_id)
GROUP BY ALL;
COMMENT ON VIEW collection_costs IS
    'Bytes that the device moves at most to collect what transactions left, until all is written (experiment vacuum-cost): all that follows them, which is a checkpoint, a restart, VACUUM or a wait for the purge, and a checkpoint.';

CREATE VIEW run_debts AS
WITH dirty AS (
    SELECT cell_id, phase, max(delta) AS engine_bytes
    FROM engine_counters
    WHERE (source, counter) = ('global_status', 'Innodb_buffer_pool_bytes_dirty')
    GROUP BY ALL
),

page_cache AS (
    SELECT cell_id, phase, max(delta) AS kernel_bytes
    FROM system_counters
    WHERE (source, counter) = ('cgroup_engine/memory.stat', 'file_dirty')
    GROUP BY ALL
),

caches AS (
    SELECT
        cell_id,
        max(
            try_cast(regexp_extract("value", 'shared_buffers = (\d+)([kM])B', 1) AS DOUBLE)
            * if(regexp_extract("value", 'shared_buffers = (\d+)([kM])B', 2) = 'M', 1048576, 1024)
        ) AS cache_bytes
    FROM provenance
    WHERE "key" LIKE 'config/%'
    GROUP BY cell_id
),

prices AS (
    SELECT engine, max(collection_bytes_per_old_version) AS price
    FROM collection_costs
    GROUP BY engine
),

parts AS (
    SELECT
        w.cell_id,
        w.phase,
        read_bytes + write_bytes AS moved_bytes,
        2 * coalesce(engine_bytes, 0) + kernel_bytes AS dirty_bytes,
        -- An engine that does not tell what it left has left all that it made, at most.
        CASE WHEN coalesce(old_versions_left, old_versions_made) <= 0 THEN 0
            ELSE coalesce(old_versions_left, old_versions_made)
                * coalesce(price, (SELECT max(price) FROM prices))
        END AS old_version_bytes,
        CASE WHEN engine_bytes IS NOT NULL OR cycles >= 1 THEN 0 ELSE 2 * cache_bytes END AS checkpoint_bytes
    FROM device_work AS w
    JOIN cells USING (cell_id)
    LEFT JOIN dirty USING (cell_id, phase)
    LEFT JOIN page_cache USING (cell_id, phase)
    LEFT JOIN caches USING (cell_id)
    LEFT JOIN log_cycles USING (cell_id, phase)
    LEFT JOIN old_versions USING (cell_id, phase)
    LEFT JOIN prices USING (engine)
)

SELECT
    *,
    dirty_bytes + old_version_bytes + checkpoint_bytes AS owed_bytes,
    CASE WHEN owed_bytes = 0 THEN 0 ELSE owed_bytes / nullif(moved_bytes, 0) END AS owed_share
FROM parts
ORDER BY cell_id, phase;
COMMENT ON VIEW run_debts IS
    'What a phase left to later ones, in bytes that the device must move: dirty pages, old versions to be collected, a checkpoint that did not come (docs/verdicts.md). Null where the engine does not tell it.';

CREATE VIEW steady_checks AS
WITH halves AS (
    SELECT cell_id, phase, max(time_s) AS last_s, floor(max(time_s) / 2) AS half_s, avg(tps) AS tps
    FROM sysbench_intervals
    GROUP BY ALL
),

rates AS (
    SELECT
        cell_id,
        phase,
        sum(i.tps) FILTER (time_s <= half_s) AS first_transactions,
        sum(i.tps) FILTER (time_s > half_s) AS second_transactions,
        avg(i.tps) FILTER (time_s > half_s) / avg(i.tps) FILTER (time_s <= half_s) AS rate_ratio
    FROM sysbench_intervals AS i
    JOIN halves USING (cell_id, phase)
    GROUP BY ALL
),

quarters AS (
    SELECT
        cell_id,
        phase,
        least(floor(4 * (time_s - 1) / last_s), 3) AS quarter,
        avg(i.tps) / any_value(h.tps) AS share
    FROM sysbench_intervals AS i
    JOIN halves AS h USING (cell_id, phase)
    GROUP BY ALL
),

windows AS (
    SELECT cell_id, phase, max(abs(share - 1)) AS window_deviation
    FROM quarters
    GROUP BY ALL
),

moved AS (
    -- What of a sample lies before the middle of the run.
    SELECT
        cell_id,
        phase,
        (read_mib_s + write_mib_s) * duration_s AS mib,
        greatest(0, least(1, (half_s - time_s + duration_s) / duration_s)) AS before_half,
        time_s - duration_s < last_s AS is_within
    FROM pages_over_time
    JOIN halves USING (cell_id, phase)
),

work AS (
    SELECT
        cell_id,
        phase,
        sum(mib * before_half) FILTER (is_within) AS first_mib,
        sum(mib * (1 - before_half)) FILTER (is_within) AS second_mib
    FROM moved
    GROUP BY ALL
),

measured AS (
    SELECT
        s.*,
        phase,
        p.workload,
        t.transactions,
        last_s AS measured_s,
        rate_ratio,
        window_deviation,
        second_mib / second_transactions / (first_mib / first_transactions) AS bytes_ratio,
        abs(dirty_bytes) / nullif(write_bytes, 0) AS dirty_share,
        cycles AS log_cycles,
        mser_cut_s / last_s AS mser_share,
        left_share,
        CASE WHEN old_versions_left IS NOT NULL
            THEN greatest(old_versions_left, 0) * collection_bytes_per_old_version
                / nullif(read_bytes + write_bytes, 0)
        END AS uncollected_share
    FROM cell_settings AS s
    JOIN phases AS p USING (cell_id)
    JOIN sysbench_totals AS t USING (cell_id, phase)
    JOIN halves USING (cell_id, phase)
    JOIN rates USING (cell_id, phase)
    JOIN windows USING (cell_id, phase)
    JOIN work USING (cell_id, phase)
    JOIN device_work USING (cell_id, phase)
    LEFT JOIN dirty_drift USING (cell_id, phase)
    LEFT JOIN log_cycles USING (cell_id, phase)
    LEFT JOIN warm_up_cuts USING (cell_id, phase)
    LEFT JOIN old_versions USING (cell_id, phase)
    LEFT JOIN collection_costs AS o ON o.lab = s.lab AND o.engine = s.engine
    WHERE is_oltp(p.workload) AND half_s >= 1
)

SELECT
    *,
    list_filter([
        CASE WHEN coalesce(transactions < 4000, TRUE) THEN 'transactions' END,
        CASE WHEN coalesce(abs(rate_ratio - 1) > steady_margin(), TRUE) THEN 'rate' END,
        CASE WHEN coalesce(window_deviation > 0.1, TRUE) THEN 'windows' END,
        CASE WHEN coalesce(abs(bytes_ratio - 1) > steady_margin(), TRUE) THEN 'bytes' END,
        CASE WHEN coalesce(dirty_share > steady_margin(), TRUE) THEN 'dirty pages' END,
        CASE WHEN coalesce(log_cycles < 1, TRUE) THEN 'log' END,
        CASE WHEN coalesce(mser_share > 0.25, TRUE) THEN 'MSER' END,
        CASE WHEN coalesce(uncollected_share > steady_margin(), left_share > steady_margin(), TRUE) THEN 'old versions' END
    ], LAMBDA failed: failed IS NOT NULL) AS failed_checks,
    len(failed_checks) = 0 AS is_steady
FROM measured
ORDER BY cell_id, phase;
COMMENT ON VIEW steady_checks IS
    'Checks of each OLTP run: 4,000 transactions or more; the second half''s rate within 5 % of the first''s, and its bytes per transaction, too; each quarter''s rate within 10 % of the run''s; dirty pages changed by at most 5 % of what was written; the log written once or more; MSER-5 cuts at most a quarter; to collect the old versions left would move at most 5 % of the bytes that the run moved, or, where the price is not known, at most 5 % of them are left. What can''t be told counts as failed.';
