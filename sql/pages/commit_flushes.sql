-- Flushes of the device per commit, by engine and by which logs are written.
SELECT c.engine, c.logs, m.repeats, m.median AS flushes, m.low, m.high, min(c.cell_id) AS cell_id
FROM commit_flushes AS c
JOIN repeat_statistics AS m USING (repeat_group, lab)
SEMI JOIN shown_cells USING (cell_id)
WHERE m.metric = 'flushes_per_transaction' AND m.phase = 'write'
GROUP BY ALL
ORDER BY ALL;
