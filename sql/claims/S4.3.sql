-- Do prepared statements matter, which is to say: do they gain a tenth or more in each engine? The
-- least gain over engines and numbers of clients; its bounds are those of the ratio of two intervals.
WITH selects AS (
    SELECT
        engine_family,
        c.threads,
        s.phase,
        any_value(s.median) AS median,
        any_value(s.low) AS low,
        any_value(s.high) AS high
    FROM claim_summary AS s
    JOIN cells AS c USING (repeat_group, lab)
    WHERE s.experiment = 'concurrency' AND metric = 'tps'
    GROUP BY ALL
),

gains AS (
    SELECT
        engine_family,
        threads,
        prepared.median / text.median AS value,
        prepared.low / text.high AS low,
        prepared.high / text.low AS high
    FROM selects AS prepared
    JOIN selects AS text USING (engine_family, threads)
    WHERE prepared.phase = 'select' AND text.phase = 'select-unprepared'
)

SELECT
    CASE
        WHEN min(coalesce(low, 0)) >= 1.1 THEN 'reproduced'
        WHEN max(coalesce(high, 'infinity')) < 1.1 THEN 'contradicted'
        ELSE 'undecided'
    END AS verdict,
    min(value) AS value,
    (arg_min({'low': low}, value)).low AS low,
    (arg_min({'high': high}, value)).high AS high,
    'times' AS unit,
    format(
        'The gain is smallest for {} with {} clients, and largest, {:.2f} times, for {} with {}{}',
        arg_min(engine_family, value),
        arg_min(threads, value),
        max(value),
        arg_max(engine_family, value),
        arg_max(threads, value),
        interval_note((arg_min({'low': low}, value)).low, (arg_min({'high': high}, value)).high, 1.1)
    ) AS reason
FROM gains
HAVING count(DISTINCT engine_family) > 1;
