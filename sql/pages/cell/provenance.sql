-- Versions and configuration files, as text.
SELECT cell_id, key, value
FROM provenance
ORDER BY cell_id, key;
