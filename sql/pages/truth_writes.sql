-- The runs of oltp-truth-writes: a cell of oltp-truth in virtual time, in which writes take their latency alone.
SELECT
    engine, read_bandwidth_mib_s, read_ahead_kb, seed, cell_id,
    max(value) FILTER (metric = 'tps') AS tps,
    max(value) FILTER (metric = 'read_utilisation') AS read_utilisation
FROM run_measures
JOIN cell_settings USING (cell_id)
WHERE run_measures.experiment = 'oltp-truth-writes' AND phase = 'run'
GROUP BY ALL
ORDER BY ALL;
