-- OLTP over read-ahead, the same comparison in runs of several lengths, with equal limits of memory and equal caches.
WITH lengths AS (
    SELECT
        s.curve_group,
        s.lab,
        s.read_bandwidth_mib_s,
        median(transactions) AS transactions,
        median((end_ns - begin_ns) / 1e9) AS run_s
    FROM cell_settings AS s
    JOIN sysbench_totals USING (cell_id)
    JOIN phases USING (cell_id, phase)
    WHERE phase = 'run'
    GROUP BY ALL
)

SELECT
    r.experiment,
    s.memory,
    r.read_bandwidth_mib_s,
    s.read_ahead_kb,
    r.numerator_engine AS numerator,
    r.denominator_engine AS denominator,
    r.ratio,
    r.low,
    r.high,
    r.repeats,
    transactions,
    run_s
FROM engine_ratios AS r
JOIN curve_settings AS s USING (curve_group, lab, read_bandwidth_mib_s)
JOIN lengths USING (curve_group, lab, read_bandwidth_mib_s)
SEMI JOIN shown_labs ON shown_labs.experiment = r.experiment AND shown_labs.lab = r.lab
WHERE
    r.experiment IN ('oltp-read-ahead', 'oltp-map', 'cache-share', 'volumes', 'steady')
    AND r.phase = 'run' AND r.metric = 'tps' AND s.pipes = 'shared' AND s.iops_limit = 0
ORDER BY ALL;
