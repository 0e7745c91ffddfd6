-- Does MariaDB make far more payments than MySQL, which is to say: at least twice as many, with deletes,
-- and each engine with the logs that it comes with? The published storage is a consumer SSD, whose flush
-- latency is not given, so all flush latencies measured are compared; the figure is the least ratio, its
-- bounds those of the ratio of two intervals.
WITH payments AS (
    SELECT
        engine_family,
        s.flush_latency_us,
        json_extract_string(factors_json, '$.durability') AS durability,
        any_value(s.median) AS median,
        any_value(s.low) AS low,
        any_value(s.high) AS high
    FROM claim_summary AS s
    JOIN cells USING (repeat_group, lab)
    WHERE s.experiment = 'payments' AND metric = 'tps' AND s.phase = 'pay'
        AND json_extract_string(factors_json, '$.deletes') = 'with-deletes'
    GROUP BY ALL
),

-- An engine that comes as durable as all are made here has no cells of its own for that.
settings AS (
    SELECT * REPLACE ('own-default' AS durability)
    FROM payments
    ANTI JOIN (FROM payments WHERE durability = 'own-default') USING (engine_family, flush_latency_us)
    UNION ALL BY NAME
    FROM payments
),

ratios AS (
    SELECT
        flush_latency_us,
        durability,
        mariadb.median / mysql.median AS value,
        mariadb.low / mysql.high AS low,
        mariadb.high / mysql.low AS high
    FROM settings AS mariadb
    JOIN settings AS mysql USING (flush_latency_us, durability)
    WHERE mariadb.engine_family = 'mariadb' AND mysql.engine_family = 'mysql'
),

as_they_come AS (FROM ratios WHERE durability = 'own-default')

SELECT
    'not comparable' AS verdict,
    min(value) AS value,
    (arg_min({'low': low}, value)).low AS low,
    (arg_min({'high': high}, value)).high AS high,
    'times' AS unit,
    format(
        'MariaDB completes {} times the payments of MySQL if MySQL writes its binary log, as it does by '
        'default, and {} times without{}',
        span(min(value), max(value)),
        (SELECT span(min(value), max(value)) FROM ratios WHERE durability = 'equal'),
        interval_note((arg_min({'low': low}, value)).low, (arg_min({'high': high}, value)).high, 2)
    ) AS reason
FROM as_they_come
HAVING count(*) > 0;
