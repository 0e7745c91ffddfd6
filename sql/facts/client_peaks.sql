-- With how many clients the most CPUs commit most transactions, by family of engines, of its newest version. Settled where the interval
-- lies above those of all other numbers of clients.
WITH medians AS (
    SELECT
        split_part(engine, '-', 1) AS family, engine, (settings ->> 'cpus')::INTEGER AS cpus, (settings ->> 'threads')::INTEGER AS clients,
        median, low, high
    FROM (SELECT *, replace(repeat_group, experiment || ' ', '')::JSON AS settings FROM metric_summary)
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'scaling' AND metric = 'tps' AND phase = 'read-write'
    QUALIFY engine = max(engine) OVER (PARTITION BY family) AND cpus = max(cpus) OVER ()
)

SELECT
    family AS name, any_value(cpus) AS cpus, arg_max(clients, median) AS clients,
    arg_max(low, median) > (max(high, 2))[2] AS is_settled
FROM medians
GROUP BY family
ORDER BY name;
