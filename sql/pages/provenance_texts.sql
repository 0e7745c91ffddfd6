-- The distinct texts that cell_provenance.json points at, in the order of their index.
SELECT DISTINCT value AS text
FROM provenance
ORDER BY text;
