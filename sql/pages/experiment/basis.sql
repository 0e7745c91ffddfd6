-- What stands behind a point of the charts over the bandwidth: a run, how long it took, how many transactions it
-- committed, whether that is long enough for a steady state (MSER-5), and how many checkpoints of the engine fell
-- into it; null where it counts none, as those of InnoDB never end.
SELECT
    cell_id, engine, read_bandwidth_mib_s, seed, total_time_s AS measured_s, transactions,
    coalesce(mser_is_reliable, FALSE) AS is_steady, read_ahead_kb, value::BIGINT AS checkpoints
FROM oltp_throughput
LEFT JOIN (FROM engine_measures WHERE measure = 'checkpoints') USING (cell_id, phase)
SEMI JOIN first_curves USING (experiment, lab, curve_group)
WHERE experiment = $experiment AND is_wanted(phase, $phases) AND read_bandwidth_mib_s IS NOT NULL
ORDER BY engine, read_bandwidth_mib_s, seed, cell_id;
