-- Throughput second by second in runs over several checkpoints.
SELECT engine, copies, seed, phase, time_s, tps, cell_id, read_bandwidth_mib_s
FROM sysbench_intervals
JOIN checkpoint_swings USING (cell_id, phase)
SEMI JOIN shown_cells USING (cell_id)
ORDER BY engine, copies DESC, seed, time_s;
