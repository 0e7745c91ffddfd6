-- Bytes of log per UPDATE of a table with the fewest and the most secondary indexes, of a column without an index and of an
-- indexed one, by family of engines; PostgreSQL's with full pages.
WITH newest AS (
    SELECT engine_family AS name, *
    FROM update_bytes
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = 'index-management' AND coalesce(room, 'full-pages') = 'full-pages'
    QUALIFY engine = max(engine) OVER (PARTITION BY name)
)

SELECT
    name,
    max(secondary_indexes) AS most_indexes,
    min_by(log_bytes_per_statement, secondary_indexes) FILTER (column_kind = 'plain-column') AS least_log_bytes,
    max_by(log_bytes_per_statement, secondary_indexes) FILTER (column_kind = 'plain-column') AS most_log_bytes,
    max_by(log_bytes_per_statement, secondary_indexes) FILTER (column_kind = 'indexed-column')
    / max_by(log_bytes_per_statement, secondary_indexes) FILTER (column_kind = 'plain-column') AS indexed_ratio
FROM newest
GROUP BY name
ORDER BY name;
