-- What each of several CPUs makes of what one CPU makes that has the same bandwidth per CPU speed, its latencies being as
-- many times as long: the least and the most over bandwidths. How far the home page's answer on storage may be off
-- for a machine of several cores.
WITH speeds AS (
    SELECT engine, cpus, read_latency_us, bandwidth_mib_s / cpus AS place, median / cpus AS tps
    FROM metric_summary
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'cores' AND phase = 'run' AND metric = 'tps'
)

SELECT
    many.engine, many.cpus, min(many.tps / one.tps) AS least, max(many.tps / one.tps) AS most, count(*) AS places
FROM speeds AS many
JOIN speeds AS one
    ON one.engine = many.engine AND one.cpus = 1 AND one.place = many.place
    AND one.read_latency_us = many.cpus * many.read_latency_us
WHERE many.cpus > 1
GROUP BY ALL
ORDER BY ALL;
