-- Cells without a result, for the notices and crosses of the charts.
SELECT
    cell_id, experiment, engine, seed, threads, status, reason, read_bandwidth_mib_s,
    read_ahead_kb
FROM cells
SEMI JOIN shown_cells USING (cell_id)
WHERE status <> 'done'
ORDER BY cell_id;
