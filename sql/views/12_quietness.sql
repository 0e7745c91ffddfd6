-- Cells in real time whose host did something else meanwhile, and that were kept all the same.

CREATE VIEW disturbed_cells AS
WITH last_attempts AS (
    SELECT * FROM quietness
    QUALIFY attempt = max(attempt) OVER (PARTITION BY cell_id)
)

SELECT cell_id, min_by(problem, list_position(['before', 'during', 'after'], moment)) AS problem
FROM last_attempts
WHERE problem IS NOT NULL
GROUP BY cell_id
ORDER BY cell_id;
COMMENT ON VIEW disturbed_cells IS
    'Cells in real time whose host was disturbed at the last attempt, and the first thing that was wrong: their counts can be trusted, and their times can''t.';
