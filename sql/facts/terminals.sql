-- TPC-C with four CPUs on the fastest device: with how many terminals each family of engines commits most, and what is left of that with
-- the most terminals.
WITH runs AS (
    SELECT
        split_part(engine, '-', 1) AS name, (replace(repeat_group, experiment || ' ', '') ->> 'threads')::INTEGER AS terminals,
        read_bandwidth_mib_s, max(median) AS tps
    FROM metric_summary
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'terminals' AND metric = 'tps'
    GROUP BY ALL
),

fastest AS (
    SELECT * FROM runs QUALIFY read_bandwidth_mib_s = max(read_bandwidth_mib_s) OVER ()
)

SELECT
    name, arg_max(terminals, tps) AS terminals, max(tps) AS tps, max(terminals) AS most_terminals,
    arg_max(tps, terminals) / max(tps) AS left_share
FROM fastest
GROUP BY name
ORDER BY name;
