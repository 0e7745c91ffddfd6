-- The runs of oltp-truth-writes: a cell of oltp-truth in virtual time, in which writes take their latency alone.
SELECT
    m.engine, s.read_bandwidth_mib_s, s.read_ahead_kb, s.seed, m.cell_id,
    max(m.value) FILTER (m.metric = 'tps') AS tps,
    max(m.value) FILTER (m.metric = 'read_utilisation') AS read_utilisation
FROM run_measures AS m
JOIN cell_settings AS s USING (cell_id)
WHERE m.experiment = 'oltp-truth-writes' AND m.phase = 'run'
GROUP BY ALL
ORDER BY ALL;
