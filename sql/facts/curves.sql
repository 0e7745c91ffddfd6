-- Measures over the bandwidth, by experiment, measure and family of engines, of its newest version: the value on the slowest and on the
-- fastest device, the least and the greatest of all, and its place among the families, 1 for the least, where it is lowest and highest.
WITH measured AS (
    SELECT
        replace(experiment, '-', '_') AS experiment, metric, split_part(engine, '-', 1) AS family, engine, read_bandwidth_mib_s,
        median(median) AS figure
    FROM metric_summary
    SEMI JOIN first_curves USING (experiment, lab, curve_group)
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE (experiment IN ('oltp', 'tpcc') AND phase = 'run') OR (experiment = 'olap' AND phase = 'q18')
    GROUP BY ALL
),

newest AS (
    SELECT * FROM measured QUALIFY engine = max(engine) OVER (PARTITION BY experiment, family)
),

placed AS (
    SELECT *, rank() OVER (PARTITION BY experiment, metric, read_bandwidth_mib_s ORDER BY figure) AS place FROM newest
)

SELECT
    concat_ws('_', experiment, metric, family) AS name,
    arg_min(figure, read_bandwidth_mib_s) AS slow, arg_max(figure, read_bandwidth_mib_s) AS fast,
    min(figure) AS least, max(figure) AS most, min(place) AS first_place, max(place) AS last_place
FROM placed
GROUP BY ALL
ORDER BY name;
