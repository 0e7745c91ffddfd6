-- Bytes of log per UPDATE of a table with the fewest and the most secondary indexes, of a column without an index and of an
-- indexed one, by family of engines; PostgreSQL's with full pages. Of its emptiest pages roomy_ratio: with most indexes over fewest.
WITH newest AS (
    SELECT engine_family AS name, coalesce(room, 'full-pages') AS room, * EXCLUDE (room)
    FROM update_bytes
    SEMI JOIN shown_cells USING (cell_id)
    WHERE experiment = 'index-management'
    QUALIFY engine = max(engine) OVER (PARTITION BY name)
)

SELECT
    name,
    max(secondary_indexes) AS most_indexes,
    min_by(log_bytes_per_statement, secondary_indexes) FILTER (column_kind = 'plain-column' AND room = 'full-pages') AS least_log_bytes,
    max_by(log_bytes_per_statement, secondary_indexes) FILTER (column_kind = 'plain-column' AND room = 'full-pages') AS most_log_bytes,
    max_by(log_bytes_per_statement, secondary_indexes) FILTER (column_kind = 'indexed-column' AND room = 'full-pages')
    / max_by(log_bytes_per_statement, secondary_indexes) FILTER (column_kind = 'plain-column' AND room = 'full-pages') AS indexed_ratio,
    max_by(log_bytes_per_statement, secondary_indexes) FILTER (column_kind = 'plain-column' AND room = 'fill-factor-70')
    / min_by(log_bytes_per_statement, secondary_indexes) FILTER (column_kind = 'plain-column' AND room = 'fill-factor-70') AS roomy_ratio
FROM newest
GROUP BY name
ORDER BY name;
