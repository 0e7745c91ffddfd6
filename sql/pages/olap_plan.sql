-- Query 18's measured plan, node by node, at the least bandwidth of each engine.
WITH one_cell AS (
    SELECT engine, arg_min(cell_id, (bandwidth_mib_s, cell_id)) AS cell_id
    FROM cell_settings
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = 'olap'
    GROUP BY engine
)

SELECT
    cell_id, engine, node_index, parent_index, operator, join_method, relation, index_name,
    condition, loops, rows, rows_estimated, time_ms, page_bytes, hit_pages, read_pages
FROM plan_nodes
JOIN one_cell USING (cell_id)
WHERE query = 'q18'
ORDER BY engine, node_index;
