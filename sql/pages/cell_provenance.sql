-- Versions and configuration files of each cell; the texts are in provenance_texts.json.
WITH texts AS (
    SELECT cell_id, key, value, dense_rank() OVER (ORDER BY value) - 1 AS text_index
    FROM provenance
)

SELECT cell_id, key, text_index
FROM texts
ORDER BY cell_id, key;
