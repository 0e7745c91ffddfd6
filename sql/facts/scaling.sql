-- How many times as many transactions and point SELECTs per second the most CPUs complete as one, each with the clients that complete
-- most, by family of engines, of its newest version.
WITH medians AS (
    SELECT
        split_part(engine, '-', 1) AS family, engine, phase, settings ->> 'cpus' AS cpus, settings ->> 'threads' AS threads,
        max(median) FILTER (metric = 'tps') AS tps,
        max(median) FILTER (metric = 'engine_instructions_per_transaction') AS instructions
    FROM (
        SELECT *, replace(repeat_group, experiment || ' ', '')::JSON AS settings
        FROM metric_summary
        SEMI JOIN shown_labs USING (experiment, lab)
        WHERE experiment = 'scaling' AND phase IN ('select', 'read-write')
    )
    GROUP BY ALL
),

peaks AS (
    SELECT family, engine, phase, cpus::INTEGER AS cpus, max(tps) AS tps, arg_max(instructions, tps) AS instructions, arg_max(threads, tps) AS threads
    FROM medians
    GROUP BY ALL
),

ends AS (
    SELECT
        family, phase, max(cpus) AS cpus, arg_max(tps, cpus) / arg_min(tps, cpus) AS gain_ratio,
        arg_max(instructions, cpus) / arg_min(instructions, cpus) AS instructions_share, arg_max(tps, cpus) AS tps
    FROM (SELECT * FROM peaks QUALIFY engine = max(engine) OVER (PARTITION BY family))
    GROUP BY family, phase
)

SELECT
    family AS name, max(cpus) AS cpus,
    max(gain_ratio) FILTER (phase = 'read-write') AS gain_ratio,
    max(gain_ratio) FILTER (phase = 'select') AS select_ratio,
    max(instructions_share) FILTER (phase = 'read-write') AS instructions_share
FROM ends
GROUP BY family
ORDER BY name;
