-- Tables of statistics that could not be computed from these rows: said at the top of each page.
FROM missing_tables
ORDER BY missing;
