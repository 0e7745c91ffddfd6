-- How many times as many transactions of OLTP commit without read-ahead as with the largest, by family of engines, of its newest
-- version: the least and the most over devices.
WITH medians AS (
    SELECT
        split_part(engine, '-', 1) AS family, engine, read_bandwidth_mib_s,
        (replace(repeat_group, experiment || ' ', '') ->> 'device.read_ahead_kb')::INTEGER AS kib, median
    FROM metric_summary
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'oltp-read-ahead' AND metric = 'tps' AND phase = 'run'
    QUALIFY engine = max(engine) OVER (PARTITION BY family)
),

ratios AS (
    SELECT family, arg_min(median, kib) / arg_max(median, kib) AS ratio, max(kib) AS most_kib
    FROM medians
    GROUP BY family, read_bandwidth_mib_s
    HAVING min(kib) = 0 AND max(kib) > 0
)

SELECT family AS name, max(most_kib) AS read_ahead_kb, min(ratio) AS least_ratio, max(ratio) AS most_ratio
FROM ratios
GROUP BY family
ORDER BY name;
