-- Join methods of each query's plan, one cell for each engine and query.
WITH one_cell AS (
    SELECT engine, query, min(cell_id) AS cell_id
    FROM join_methods
    SEMI JOIN shown_cells USING (cell_id)
    GROUP BY ALL
)

SELECT engine, query, join_method, joins, rows, loops, cell_id
FROM join_methods
JOIN one_cell USING (engine, query, cell_id)
ORDER BY engine, substr(query, 2)::INTEGER, join_method;
