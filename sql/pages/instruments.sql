-- Which build of the emulator cells were measured with; cells of one build can be repeated together.
SELECT value AS emulator_sha256, count(*) AS cells
FROM provenance
JOIN cells USING (cell_id)
WHERE key = 'machine/vnvme.ko' AND status = 'done'
GROUP BY value
ORDER BY cells DESC, value;
