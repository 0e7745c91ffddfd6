-- Who makes how much more with each workload: the table of the home page. A row is a workload at one setting, which is
-- a bandwidth where no other is named, and a pair of engines. `factors` pick one of an experiment's curves. Of a
-- measure of which less is better, the ratio is the other's value over the numerator's. What turns the lead stands there
-- both ways: OLTP without read-ahead and with it, with equal caches and with equal memory, TPC-C with more memory than
-- data and with less. The interval of long runs is their envelope, which claims are decided by; all others cover the spread
-- of seeds alone (`interval_kind`).
WITH asked (place, workload, page, setting, experiment, phase, metric, factors) AS (
    VALUES
    (0.4, 'OLTP, read-ahead off, equal caches', 'oltp', NULL, 'steady', 'run', 'tps', '{"device.read_ahead_kb": 0}'),
    (0.5, 'OLTP, read-ahead 128 KiB, equal caches', 'oltp', NULL, 'steady', 'run', 'tps', '{"device.read_ahead_kb": 128}'),
    (1, 'OLTP, read-ahead 128 KiB, equal memory', 'oltp', NULL, 'oltp', 'run', 'tps', '{}'),
    (2, 'TPC-C, data in memory', 'tpcc', NULL, 'tpcc', 'run', 'tps', '{}'),
    (2.5, 'TPC-C, more data than memory', 'tpcc', NULL, 'tpcc-truth', 'run', 'tps', '{"device.read_ahead_kb": 128}'),
    (3, 'payments', 'durability', 'with deletes', 'payments', 'pay', 'tps',
        '{"durability": "equal", "deletes": "with-deletes"}'),
    (4, 'payments', 'durability', 'without deletes', 'payments', 'pay', 'tps',
        '{"durability": "equal", "deletes": "without-deletes"}'),
    (5, 'durable writes', 'durability', '1 client, flush of 20 µs', 'durability', 'write', 'tps',
        '{"safety": "durable", "device.flush_latency_us": 20}'),
    (6, 'durable writes', 'durability', '1 client, flush of 2 ms', 'durability', 'write', 'tps',
        '{"safety": "durable", "device.flush_latency_us": 2000}'),
    (7, 'point SELECTs', 'scaling', '24 clients', 'concurrency', 'select', 'tps', '{"threads": 24}'),
    (8, 'table scans', 'oltp', 'read-ahead off', 'readahead', 'scan', 'scanned_mib_s',
        '{"device.read_ahead_kb": 0}'),
    (9, 'table scans', 'oltp', 'read-ahead 128 KiB', 'readahead', 'scan', 'scanned_mib_s',
        '{"device.read_ahead_kb": 128}'),
    (10, 'TPC-H query 18', 'olap', NULL, 'olap', 'q18', 'query_s', '{}')
),

curves AS (
    SELECT DISTINCT experiment, lab, curve_group, replace(curve_group, experiment || ' ', '') AS set_to
    FROM cell_settings
    SEMI JOIN shown_cells USING (cell_id)
),

chosen AS (
    SELECT a.*, lab, curve_group
    FROM asked AS a
    JOIN curves USING (experiment)
    WHERE json_contains(set_to, factors)
    QUALIFY curve_group = min(curve_group) OVER (PARTITION BY place)
),

-- For how long the runs of a place lasted, and how much memory engines had.
lengths AS (
    SELECT
        place, min(end_ns - begin_ns) / 1e9 AS run_s_least, max(end_ns - begin_ns) / 1e9 AS run_s_most,
        max(engine_memory_mib) AS engine_memory_mib
    FROM chosen
    JOIN cell_settings USING (experiment, lab, curve_group)
    JOIN phases USING (cell_id, phase)
    GROUP BY place
),

-- Whether an engine's cache has room for all data; unknown where it doesn't tell.
caches AS (
    SELECT experiment, engine, median(cache_bytes) >= median(data_bytes) AS holds_all
    FROM (SELECT cell_id, value AS cache_bytes FROM engine_measures WHERE measure = 'cache_bytes')
    JOIN (
        SELECT cell_id, max(bytes) AS data_bytes
        FROM (SELECT cell_id, phase, sum(bytes) AS bytes FROM relations GROUP BY ALL)
        GROUP BY cell_id
    ) USING (cell_id)
    JOIN cells USING (cell_id)
    SEMI JOIN shown_cells USING (cell_id)
    GROUP BY ALL
),

envelopes AS (
    SELECT
        r.experiment, r.lab, s.curve_group, r.read_bandwidth_mib_s, 'run' AS phase, 'tps' AS metric, r.numerator_engine,
        r.denominator_engine, r.low, r.high
    FROM steady_ratios AS r
    JOIN curve_settings AS s USING (lab, read_bandwidth_mib_s, read_ahead_kb)
    WHERE starts_with(s.curve_group, r.experiment || ' ')
),

ratios AS (
    SELECT
        place, chosen.workload, page,
        coalesce(
            setting,
            format('{:g} MiB/s{}', read_bandwidth_mib_s, if(contains(curve_group, '"separate"'), ' each way', ''))
        ) AS setting,
        read_bandwidth_mib_s,
        if(better = 'more', numerator_engine, denominator_engine) AS numerator,
        if(better = 'more', denominator_engine, numerator_engine) AS denominator,
        r.ratio AS median, coalesce(e.low, r.low) AS low, coalesce(e.high, r.high) AS high, r.repeats,
        if(e.low IS NULL, 'seeds', 'envelope') AS interval_kind, run_s_least, run_s_most,
        coalesce(one.holds_all <> other.holds_all, FALSE) AS one_caches_all,
        coalesce(fate IN ('lost', 'turns'), FALSE) AS cpu_time_decides,
        coalesce(fits, FALSE) AS cpu_time_computed,
        engine_memory_mib
    FROM chosen
    JOIN engine_ratio AS r USING (experiment, lab, curve_group, phase, metric)
    JOIN judged_measures USING (metric)
    JOIN lengths USING (place)
    LEFT JOIN caches AS one ON one.experiment = chosen.experiment AND one.engine = numerator_engine
    LEFT JOIN caches AS other ON other.experiment = chosen.experiment AND other.engine = denominator_engine
    LEFT JOIN envelopes AS e
        USING (experiment, lab, curve_group, read_bandwidth_mib_s, phase, metric, numerator_engine, denominator_engine)
    LEFT JOIN (
        SELECT
            experiment, lab, curve_group, read_bandwidth_mib_s, phase, numerator_engine, denominator_engine, fate,
            model_fits AS fits
        FROM cpu_time_bounds
    ) USING (experiment, lab, curve_group, read_bandwidth_mib_s, phase, numerator_engine, denominator_engine)
    -- On slow devices TPC-C's caches fill during most of its run.
    WHERE read_bandwidth_mib_s >= if(chosen.experiment = 'tpcc', 64, 0)
),

-- All queries of each stream that each engine answered. One slow query decides the total, so the geometric mean stands
-- beside it, which weighs ratios of all queries alike, as TPC-H's Power metric does (clause 5.4.1). Streams of the same seed are compared.
streams AS (
    SELECT
        engine, seed, count(*) AS queries, max(engine_memory_mib) AS engine_memory_mib,
        unnest([
            {place: 11, setting: format('{} queries, geometric mean', count(*)), query_s: geometric_mean(query_s)},
            {place: 12, setting: format('{} queries, total', count(*)), query_s: sum(query_s)}
        ], recursive := TRUE)
    FROM (
        FROM olap_queries
        SEMI JOIN shown_cells USING (cell_id)
        WHERE experiment = 'olap-queries'
    )
    GROUP BY engine, seed
    HAVING NOT bool_or(timed_out)
),

streams_compared AS (
    SELECT
        a.place, a.setting, a.engine AS numerator, b.engine AS denominator, max(a.engine_memory_mib) AS engine_memory_mib, count(*) AS repeats,
        geometric_mean(b.query_s / a.query_s) AS median, repeats_low(b.query_s / a.query_s) AS low,
        repeats_high(b.query_s / a.query_s) AS high
    FROM streams AS a
    JOIN streams AS b ON a.engine < b.engine AND a.queries = b.queries AND a.place = b.place AND a.seed = b.seed
    GROUP BY a.place, a.setting, a.engine, b.engine
)

SELECT * FROM ratios
UNION ALL
SELECT
    place, 'all TPC-H queries', 'olap', setting, NULL, numerator, denominator, median, if(repeats > 1, low, NULL), if(repeats > 1, high, NULL),
    repeats, 'seeds', NULL, NULL, FALSE, FALSE, FALSE, engine_memory_mib
FROM streams_compared
ORDER BY place, read_bandwidth_mib_s, numerator, denominator;
