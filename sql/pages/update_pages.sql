-- Pages that PostgreSQL writes per UPDATE, by whether the table's pages are full.
SELECT engine, pages_are, seed, transactions, pages_per_update, cell_id
FROM update_pages
SEMI JOIN shown_cells USING (cell_id)
ORDER BY ALL;
