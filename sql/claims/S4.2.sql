-- Does committing asynchronously raise the throughput of both engines? The least gain over engines
-- and flush latencies; its bounds are those of the ratio of two intervals.
WITH throughput AS (
    SELECT
        engine_family,
        s.flush_latency_us,
        json_extract_string(factors_json, '$.safety') AS safety,
        any_value(s.median) AS median,
        any_value(s.low) AS low,
        any_value(s.high) AS high
    FROM claim_summary AS s
    JOIN cells AS c USING (repeat_group, lab)
    WHERE s.experiment = 'durability' AND metric = 'tps'
    GROUP BY ALL
),

gains AS (
    SELECT
        durable.engine_family,
        flush_latency_us,
        relaxed.median / durable.median AS value,
        relaxed.low / durable.high AS low,
        relaxed.high / durable.low AS high
    FROM throughput AS durable
    JOIN throughput AS relaxed USING (engine_family, flush_latency_us)
    WHERE durable.safety = 'durable' AND relaxed.safety = 'asynchronous-commit'
)

SELECT
    CASE
        WHEN min(coalesce(low, 0)) > 1 THEN 'reproduced'
        WHEN min(high) < 1 THEN 'contradicted'
        ELSE 'undecided'
    END AS verdict,
    min(value) AS value,
    (arg_min({'low': low}, value)).low AS low,
    (arg_min({'high': high}, value)).high AS high,
    'times' AS unit,
    format(
        'The gain is smallest for {} with a flush latency of {:.0f} µs, and largest, {:.2f} times, for {} with {:.0f} µs; {} of {} '
        'gains have an interval that includes 1',
        arg_min(engine_family, value),
        arg_min(flush_latency_us, value),
        max(value),
        arg_max(engine_family, value),
        arg_max(flush_latency_us, value),
        count(*) FILTER (coalesce(low, 0) <= 1),
        count(*)
    ) AS reason
FROM gains
HAVING count(DISTINCT engine_family) > 1;
