-- Does the kind of index matter in InnoDB, and not in PostgreSQL? Pages read a look-up by secondary
-- index over those by primary key: above 1 in InnoDB; in PostgreSQL within a tenth of 1, as no
-- interval can show that two costs are equal.
WITH pages AS (
    SELECT
        engine_family,
        repeat_group,
        regexp_extract(workload, 'lookup_(.*)$', 1) AS key_type,
        median,
        low,
        high
    FROM claim_summary
    WHERE experiment = 'storage-layout' AND metric = 'read_pages_per_transaction'
        AND workload IN ('sysbench/lookup_primary', 'sysbench/lookup_secondary')
),

by_engine AS (
    SELECT
        engine_family,
        first(s.median / nullif(p.median, 0) ORDER BY repeat_group) AS ratio,
        first(s.low / nullif(p.high, 0) ORDER BY repeat_group) AS low,
        first(s.high / nullif(p.low, 0) ORDER BY repeat_group) AS high
    FROM pages AS s
    JOIN pages AS p USING (engine_family, repeat_group)
    WHERE s.key_type = 'secondary' AND p.key_type = 'primary'
    GROUP BY engine_family
),

judged AS (
    SELECT
        m.ratio AS value,
        m.low,
        m.high,
        p.ratio AS heap_ratio,
        p.low >= 0.9 AND p.high <= 1.1 AS heap_is_level,
        p.high < 0.9 OR p.low > 1.1 AS heap_is_not_level
    FROM by_engine AS m
    JOIN by_engine AS p ON m.engine_family = 'mariadb' AND p.engine_family = 'postgresql'
)

SELECT
    CASE
        WHEN high < 1 OR heap_is_not_level THEN 'contradicted'
        WHEN low > 1 AND heap_is_level THEN 'reproduced'
        ELSE 'undecided'
    END AS verdict,
    value,
    low,
    high,
    'times' AS unit,
    format(
        'A look-up by secondary index reads {:.2f} times the pages of one by primary key in '
        'InnoDB and {:.2f} times in PostgreSQL{}{}; long keys are not measured yet',
        value,
        heap_ratio,
        if(heap_is_level OR heap_is_not_level, '', ', whose interval leaves open if that is level'),
        interval_note(low, high, 1)
    ) AS reason
FROM judged;
