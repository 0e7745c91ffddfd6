-- What a snapshot that is held open costs readers of the rows that were updated meanwhile, by family of engines, of its newest version:
-- pages of its own that it accesses per row, and the time of reading all rows.
WITH newest AS (
    SELECT split_part(engine, '-', 1) AS name, *
    FROM data_held_snapshot
    QUALIFY engine = max(engine) OVER (PARTITION BY name)
)

SELECT
    name,
    max(updates_per_row) AS updates,
    max(rows_read) AS rows_read,
    min_by(page_accesses_per_row, updates_per_row) FILTER (snapshot = 'new') AS first_pages,
    max_by(page_accesses_per_row, updates_per_row) FILTER (snapshot = 'held') AS old_pages,
    max_by(page_accesses_per_row, updates_per_row) FILTER (snapshot = 'new') AS new_pages,
    max_by(page_accesses_per_row, updates_per_row) FILTER (snapshot = 'released') AS released_pages,
    min_by(duration_s, updates_per_row) FILTER (snapshot = 'held') AS first_s,
    max_by(duration_s, updates_per_row) FILTER (snapshot = 'held') AS old_s,
    old_s - first_s AS added_s,
    max_by(duration_s, updates_per_row) FILTER (snapshot = 'new')
        / min_by(duration_s, updates_per_row) FILTER (snapshot = 'new') AS new_time_ratio
FROM newest
GROUP BY name
ORDER BY name;
