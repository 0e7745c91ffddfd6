-- Four CPUs and one over the bandwidth, by family of engines: their throughput relative to one CPU's on the slowest and on the fastest
-- device, the bandwidth from which each has 90 % of its peak, and what each of four does beside one of the same speed in slow motion.
WITH medians AS (
    SELECT
        split_part(engine, '-', 1) AS family, replace(repeat_group, experiment || ' ', '') ->> 'machine' AS machine,
        read_bandwidth_mib_s AS mib_s, max(median) AS tps
    FROM metric_summary
    SEMI JOIN shown_labs USING (experiment, lab)
    WHERE experiment = 'cores' AND metric = 'tps' AND phase = 'run'
    GROUP BY ALL
),

gains AS (
    SELECT family, f.mib_s, f.tps / o.tps AS gain
    FROM medians AS f
    JOIN medians AS o USING (family, mib_s)
    WHERE f.machine = '4-cpus' AND o.machine = '1-cpu'
),

axis AS (
    SELECT family, f.tps / 4 / s.tps AS share
    FROM medians AS f
    JOIN medians AS s USING (family)
    WHERE f.machine = '4-cpus' AND s.machine = '1-cpu-slow-device' AND f.mib_s = 4 * s.mib_s
),

needs AS (
    SELECT family, machine, min(mib_s) FILTER (tps >= 0.9 * peak) AS needed_mib_s
    FROM (SELECT *, max(tps) OVER (PARTITION BY family, machine) AS peak FROM medians)
    GROUP BY ALL
)

SELECT
    family AS name,
    arg_min(gain, mib_s) AS slow_ratio, min(mib_s) AS slow_mib_s, arg_max(gain, mib_s) AS fast_ratio, max(mib_s) AS fast_mib_s,
    (SELECT min(needed_mib_s) FROM needs WHERE machine = '1-cpu' AND needs.family = gains.family) AS one_mib_s,
    (SELECT min(needed_mib_s) FROM needs WHERE machine = '4-cpus' AND needs.family = gains.family) AS four_mib_s,
    (SELECT min(share) FROM axis WHERE axis.family = gains.family) AS least_share,
    (SELECT max(share) FROM axis WHERE axis.family = gains.family) AS most_share
FROM gains
GROUP BY family
ORDER BY name;
