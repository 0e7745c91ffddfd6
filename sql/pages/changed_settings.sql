-- Settings with which engines run at another value than was asked for, and how many cells do.
SELECT
    experiment, engine, setting, asked, runs_with, count(*) AS cells, min(cell_id) AS cell_id
FROM changed_settings
JOIN cells USING (cell_id)
SEMI JOIN shown_cells USING (cell_id)
GROUP BY ALL
ORDER BY ALL;
