-- Pages of 4 KiB that the device reads per SELECT of rows that were updated, by family of engines, of its newest version, and step: as
-- loaded, after the UPDATEs, after VACUUM.
WITH newest AS (
    SELECT split_part(engine, '-', 1) AS family, phase, median, low, high
    FROM repeat_statistics
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'version-chains' AND metric = 'read_pages_per_transaction' AND starts_with(phase, 'select-')
    QUALIFY engine = max(engine) OVER (PARTITION BY family)
)

SELECT family || '_' || replace(phase, 'select-', '') AS name, median AS pages, low AS pages_low, high AS pages_high
FROM newest
ORDER BY name;
