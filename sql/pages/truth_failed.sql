-- Cells of both labs without a result, of the experiments that compare the labs.
SELECT cell_id, experiment, lab, engine, seed, status, reason, read_bandwidth_mib_s, read_ahead_kb
FROM cells
WHERE status <> 'done' AND experiment IN ('oltp-truth', 'oltp-truth-writes', 'tpcc-truth', 'scan-truth')
ORDER BY cell_id;
