-- How throughput swings from checkpoint to checkpoint, by run.
SELECT engine, copies, seed, checkpoints, tps_most, tps_least, swing, cell_id
FROM checkpoint_swings
SEMI JOIN shown_cells USING (cell_id)
ORDER BY engine, copies DESC, seed;
