-- What the report shows of the statistics tables. A group or a curve is named by what was set, so that
-- those of two labs have one name: all joins are by lab, too.

-- A ratio of two as that of the one with more over the other, and the ends of its interval.
CREATE MACRO lead_ratio(ratio) AS greatest(ratio, 1 / ratio);
CREATE MACRO lead_low(ratio, low, high) AS CASE WHEN ratio >= 1 THEN low ELSE 1 / high END;
CREATE MACRO lead_high(ratio, low, high) AS CASE WHEN ratio >= 1 THEN high ELSE 1 / low END;

CREATE VIEW group_settings AS
SELECT DISTINCT
    * EXCLUDE (
        cell_id,
        experiment,
        engine,
        seed,
        curve_group,
        read_bandwidth_mib_s,
        write_bandwidth_mib_s
    )
FROM cell_settings;
COMMENT ON VIEW group_settings IS
    'Settings that the cells of a repeat group share.';

CREATE VIEW metric_summary AS
SELECT r.*, g.* EXCLUDE (repeat_group, lab)
FROM repeat_statistics AS r
JOIN group_settings AS g USING (repeat_group, lab)
ORDER BY experiment, engine, read_bandwidth_mib_s, repeat_group, phase, metric;
COMMENT ON VIEW metric_summary IS
    'Median and interval of every metric over the seeds, with the settings.';

CREATE VIEW oltp_summary AS
WITH one AS (
    SELECT
        repeat_group,
        lab,
        phase,
        max(median) FILTER (metric = 'tps') AS tps_median,
        max(low) FILTER (metric = 'tps') AS tps_low,
        max(high) FILTER (metric = 'tps') AS tps_high,
        max(median) FILTER (metric = 'latency_ms_p95') AS latency_ms_p95_median,
        max(low) FILTER (metric = 'latency_ms_p95') AS latency_ms_p95_low,
        max(high) FILTER (metric = 'latency_ms_p95') AS latency_ms_p95_high,
        max(median) FILTER (metric = 'pages_per_s') AS pages_per_s_median,
        max(median) FILTER (metric = 'read_pages_per_transaction')
            AS read_pages_per_transaction_median,
        max(median) FILTER (metric = 'write_pages_per_transaction')
            AS write_pages_per_transaction_median,
        max(median) FILTER (metric = 'pages_per_transaction') AS pages_per_transaction_median,
        max(median) FILTER (metric = 'read_utilisation') AS read_utilisation_median,
        max(median) FILTER (metric = 'write_utilisation') AS write_utilisation_median,
        max(median) FILTER (metric = 'busy_share') AS busy_share_median,
        max(median) FILTER (metric = 'engine_instructions_per_transaction')
            AS engine_instructions_per_transaction_median
    FROM repeat_statistics
    GROUP BY ALL
)

SELECT
    t.experiment, t.lab, t.engine, g.engine_family, g.bandwidth_mib_s, g.bandwidth_mib_s_per_gips,
    t.read_bandwidth_mib_s, t.write_bandwidth_mib_s, g.threads, g.engine_memory_mib, t.phase, t.workload,
    t.repeat_group, t.curve_group, t.repeats, t.interval_method,
    one.* EXCLUDE (repeat_group, lab, phase)
FROM repeat_statistics AS t
JOIN one USING (repeat_group, lab, phase)
JOIN group_settings AS g USING (repeat_group, lab)
WHERE t.metric = 'tps'
ORDER BY t.curve_group, t.phase, t.engine, t.read_bandwidth_mib_s;
COMMENT ON VIEW oltp_summary IS
    'One row for each engine and setting: median and interval over the seeds.';

CREATE VIEW engine_ratio AS
SELECT
    r.*,
    bandwidth_of_both(read_bandwidth_mib_s, write_bandwidth_mib_s) AS bandwidth_mib_s,
    read_bandwidth_mib_s / gips AS bandwidth_mib_s_per_gips
FROM engine_ratios AS r
JOIN curve_speed USING (curve_group, lab)
ORDER BY curve_group, phase, metric, numerator_engine, denominator_engine, read_bandwidth_mib_s;
COMMENT ON VIEW engine_ratio IS
    'Ratio of two engines for every metric, by bandwidth.';

CREATE VIEW engine_ratio_either_way AS
FROM engine_ratio
UNION ALL BY NAME
SELECT
    * REPLACE (
        denominator_engine AS numerator_engine,
        numerator_engine AS denominator_engine,
        1 / nullif(ratio, 0) AS ratio,
        1 / nullif(high, 0) AS low,
        1 / nullif(low, 0) AS high
    )
FROM engine_ratio;
COMMENT ON VIEW engine_ratio_either_way IS
    'engine_ratio of each pair both ways.';

CREATE VIEW oltp_ratio AS
SELECT
    r.* EXCLUDE (low, high, metric),
    low AS ratio_low,
    high AS ratio_high,
    c.crossover_mib_s,
    c.crossover_mib_s_low,
    c.crossover_mib_s_high,
    c.outcome
FROM engine_ratio AS r
LEFT JOIN crossovers AS c
    USING (curve_group, lab, phase, metric, numerator_engine, denominator_engine)
WHERE r.metric = 'tps'
ORDER BY curve_group, phase, numerator_engine, denominator_engine, read_bandwidth_mib_s;
COMMENT ON VIEW oltp_ratio IS
    'TPS of one engine over another at each bandwidth, and where the ratio passes 1.';

CREATE VIEW oltp_crossover AS
SELECT
    c.*,
    crossover_mib_s / gips AS crossover_mib_s_per_gips
FROM crossovers AS c
JOIN curve_speed USING (curve_group, lab)
WHERE metric = 'tps'
ORDER BY curve_group, phase, numerator_engine, denominator_engine;
COMMENT ON VIEW oltp_crossover IS
    'The bandwidth at which two engines are equally fast, with its interval.';

CREATE VIEW oltp_slope AS
SELECT *
FROM slopes
WHERE metric = 'tps'
ORDER BY curve_group, phase, engine;
COMMENT ON VIEW oltp_slope IS
    'How sensitive an engine''s TPS is to bandwidth: the slope of log on log.';

CREATE VIEW oltp_saturation AS
WITH best AS (
    SELECT curve_group, lab, phase, engine, max(tps_median) AS tps_max
    FROM oltp_summary
    GROUP BY ALL
)

SELECT
    curve_group,
    lab,
    phase,
    engine,
    tps_max,
    min(read_bandwidth_mib_s) FILTER (tps_median >= full_share() * tps_max) AS saturation_mib_s,
    max(read_bandwidth_mib_s) AS bandwidth_mib_s_max,
    max(read_bandwidth_mib_s) FILTER (busy_share_median >= full_share()) AS fully_used_mib_s
FROM oltp_summary
JOIN best USING (curve_group, lab, phase, engine)
GROUP BY ALL
ORDER BY ALL;
COMMENT ON VIEW oltp_saturation IS
    'The least bandwidth at which an engine has 95 % of its best TPS, and the greatest at which it still keeps the device 95 % busy. A saturation at the greatest bandwidth of the study is none.';
