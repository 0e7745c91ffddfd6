-- Transactions whose old versions no purge has collected when a run ends, of the experiment on purge threads.
SELECT cell_id, max(after) AS history
FROM engine_deltas
SEMI JOIN shown_cells USING (cell_id)
WHERE experiment = 'background-threads' AND phase = 'run' AND counter = 'Innodb_history_list_length'
GROUP BY cell_id
ORDER BY cell_id;
