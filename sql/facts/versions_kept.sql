-- What is kept of an old version, and what an UPDATE writes, when it changes the fewest bytes of a row and the most, by family of
-- engines, of its newest version.
WITH newest AS (
    SELECT split_part(engine, '-', 1) AS name, *
    FROM data_version_storage
    QUALIFY engine = max(engine) OVER (PARTITION BY name)
)

SELECT
    name,
    min(changed_bytes) AS least_bytes,
    max(changed_bytes) AS most_bytes,
    min_by(kept_bytes_per_update, changed_bytes) AS kept_of_least_bytes,
    max_by(kept_bytes_per_update, changed_bytes) AS kept_of_most_bytes
FROM newest
GROUP BY name
ORDER BY name;
