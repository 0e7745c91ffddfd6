-- Is the second scan of a table that fits the page cache (half the memory or less) far faster, twice
-- as fast, than the first? Of the tables that fit, the largest decides; what becomes of those that
-- don't fit is said beside it. A scan was run once, so there is no interval.
WITH pairs AS (
    SELECT
        one.relation_over_memory AS over_memory,
        one.duration_s AS first_s,
        two.duration_s AS second_s,
        two.device_read_mib / two.relation_mib AS read_again,
        two.scanned_mib_s AS memory_mib_s,
        one.bandwidth_mib_s AS device_mib_s
    FROM cached_scans AS one
    JOIN cached_scans AS two USING (cell_id)
    SEMI JOIN newest_engines ON
        newest_engines.experiment = one.experiment AND newest_engines.engine = one.engine
    SEMI JOIN deterministic_cells USING (cell_id)
    WHERE one.engine_family = 'postgresql' AND one.scan_index = 1
        AND two.scan_index = 2
),

fitting AS (
    SELECT * FROM pairs WHERE over_memory <= 0.5 ORDER BY over_memory DESC LIMIT 1
),

larger AS (
    SELECT
        max(over_memory) AS over_memory,
        arg_max(first_s / second_s, over_memory) AS gain,
        arg_max(read_again, over_memory) AS read_again
    FROM pairs
    WHERE over_memory > 1
)

SELECT
    CASE
        WHEN first_s >= 2 * second_s THEN 'reproduced'
        WHEN f.read_again > 0.01 OR memory_mib_s > 2 * device_mib_s THEN 'contradicted'
        ELSE 'open'
    END AS verdict,
    first_s / second_s AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    'times' AS unit,
    format(
        'A table of {:.2f} times the memory takes {:.2f} s at first and {:.2f} s again{}{}',
        f.over_memory,
        first_s,
        second_s,
        if(
            first_s < 2 * second_s AND f.read_again <= 0.01 AND memory_mib_s <= 2 * device_mib_s,
            format(
                ', {:.0f} MiB/s from memory: a device of {} hardly delays it',
                memory_mib_s,
                device_mib_s::BIGINT
            ),
            ''
        ),
        coalesce(
            format(
                '; of one {:.2f} times as large as the memory, {:.0f} % are read again',
                l.over_memory,
                l.read_again * 100
            ),
            ''
        )
    ) AS reason
FROM fitting AS f
CROSS JOIN larger AS l;
