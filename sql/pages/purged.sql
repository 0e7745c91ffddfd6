-- Which share of its old versions no purge has collected when a run ends, of the experiment on purge threads.
SELECT cell_id, left_share
FROM old_versions
SEMI JOIN shown_cells USING (cell_id)
JOIN (SELECT cell_id, experiment FROM cells) USING (cell_id)
WHERE experiment = 'background-threads' AND phase = 'run' AND left_share IS NOT NULL
ORDER BY cell_id;
