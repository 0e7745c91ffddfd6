-- Pages of 4 KiB that the device reads per look-up, by primary key and by secondary index, by family of engines, of its newest version.
WITH newest AS (
    SELECT split_part(engine, '-', 1) AS name, phase, median
    FROM repeat_statistics
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'storage-layout' AND metric = 'read_pages_per_transaction'
    QUALIFY engine = max(engine) OVER (PARTITION BY name)
)

SELECT
    name,
    max(median) FILTER (phase = 'primary') AS primary_pages,
    max(median) FILTER (phase = 'secondary') AS secondary_pages,
    max(median) FILTER (phase = 'secondary') / max(median) FILTER (phase = 'primary') AS secondary_ratio
FROM newest
GROUP BY name
ORDER BY name;
