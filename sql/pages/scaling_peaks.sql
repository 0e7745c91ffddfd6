-- The most transactions per second of each engine by number of CPUs, as medians over seeds, with the number of clients that make them, and
-- how many times as many they are as the most with one CPU.
WITH medians AS (
    SELECT
        s.engine, phase, s.cpus, (factors_json ->> 'threads')::INTEGER AS threads,
        median(value) FILTER (metric = 'tps') AS tps,
        median(value) FILTER (metric = 'engine_instructions_per_transaction') AS instructions,
        arg_min(cell_id, s.seed) AS cell_id
    FROM run_measures
    JOIN cell_settings AS s USING (cell_id)
    JOIN (SELECT cell_id, factors_json FROM cells) USING (cell_id)
    SEMI JOIN shown_cells USING (cell_id)
    WHERE s.experiment = 'scaling' AND metric IN ('tps', 'engine_instructions_per_transaction')
    GROUP BY s.engine, phase, s.cpus, factors_json ->> 'threads'
    HAVING tps IS NOT NULL
),

peaks AS (
    SELECT * FROM medians QUALIFY row_number() OVER (PARTITION BY engine, phase, cpus ORDER BY tps DESC, threads) = 1
)

SELECT *, tps / max(tps) FILTER (cpus = 1) OVER (PARTITION BY engine, phase) AS speedup
FROM peaks
ORDER BY engine, phase, cpus;
