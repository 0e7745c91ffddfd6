-- Does committing asynchronously raise the throughput of both engines? At a latency of a flush it does if every engine
-- gains, and does not if one gains nothing. The least gain over engines and flush latencies.
WITH latencies AS (
    SELECT
        x,
        bool_and(side = 'above') AS raised,
        bool_or(side IN ('alike', 'below')) AS not_raised,
        bool_and(side = 'below') AS lowered
    FROM claim_envelopes
    WHERE claim = 'S4.2'
    GROUP BY x
    HAVING count(DISTINCT numerator_engine) > 1
),

counted AS (
    SELECT
        count(*) AS latencies,
        count(*) FILTER (raised) AS raised,
        count(*) FILTER (not_raised) AS not_raised,
        count(*) FILTER (lowered) AS lowered
    FROM latencies
)

SELECT
    CASE
        WHEN raised = latencies THEN 'reproduced'
        WHEN lowered = latencies THEN 'contradicted'
        WHEN raised > 0 AND not_raised > 0 THEN 'depends on settings'
        ELSE 'open'
    END AS verdict,
    least.ratio AS value,
    least.low,
    least.high,
    'times' AS unit,
    format(
        'The gain is smallest at {}, and largest, {:.2f} times, at {}{}', least.place, most.ratio, most.place,
        open_note(open_words)
    ) AS reason
FROM claim_sides
CROSS JOIN counted
WHERE claim = 'S4.2' AND latencies > 0;
