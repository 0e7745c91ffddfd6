-- Tables of statistics that could not be computed from these rows: said at the top of each page.
SELECT *
FROM missing_tables
ORDER BY missing;
