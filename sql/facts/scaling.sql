-- How many times as many transactions and point SELECTs per second the most CPUs complete as one, each with the clients that complete
-- most, by family of engines, of its newest version.
WITH newest AS (
    SELECT split_part(engine, '-', 1) AS family, *
    FROM data_scaling_peaks
    QUALIFY engine = max(engine) OVER (PARTITION BY family)
)

SELECT
    family AS name, max(cpus) AS cpus,
    arg_max(speedup, cpus) FILTER (phase = 'read-write') AS gain_ratio,
    arg_max(speedup, cpus) FILTER (phase = 'select') AS select_ratio,
    arg_max(instructions, cpus) FILTER (phase = 'read-write') / arg_min(instructions, cpus) FILTER (phase = 'read-write') AS instructions_share
FROM newest
GROUP BY family
ORDER BY name;
