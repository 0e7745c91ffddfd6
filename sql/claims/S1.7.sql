-- Does the kind of index matter in InnoDB, and not in PostgreSQL? Pages read a look-up by secondary
-- index over those by primary key: above 1 in InnoDB; in PostgreSQL within a tenth of 1, as no
-- interval can show that two costs are equal. And the size of a secondary index with random UUIDs as
-- the primary key over that with numbers: above a tenth more in InnoDB, and within a tenth of 1 in
-- PostgreSQL; without keys of several types that part stays open, and with it the claim.
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

indexes AS (
    SELECT
        z.engine_family,
        json_extract_string(factors_json, '$."options.key_type"') AS key_type,
        z.cell_id,
        sum(bytes) AS bytes
    FROM layout_sizes AS z
    JOIN cells USING (cell_id)
    SEMI JOIN newest_engines AS n ON n.experiment = z.experiment AND n.engine = z.engine
    SEMI JOIN deterministic_cells USING (cell_id)
    WHERE
        z.experiment = 'key-types' AND phase = 'after'
        AND kind = 'secondary' AND starts_with(relation, 'made')
    GROUP BY ALL
),

swelling AS (
    SELECT
        engine_family,
        median(bytes) FILTER (key_type = 'uuid4') / median(bytes) FILTER (key_type = 'sequential')
            AS ratio
    FROM indexes
    GROUP BY engine_family
),

swollen AS (
    SELECT
        max(ratio) FILTER (engine_family = 'mariadb') AS clustered_swelling,
        max(ratio) FILTER (engine_family = 'postgresql') AS heap_swelling,
        clustered_swelling > level_range()[2] AND is_level(heap_swelling, heap_swelling) AS swells_as_claimed
    FROM swelling
),

judged AS (
    SELECT
        swollen.*,
        m.ratio AS value,
        m.low,
        m.high,
        p.ratio AS heap_ratio,
        is_level(p.low, p.high) AS heap_is_level,
        p.high < level_range()[1] OR p.low > level_range()[2] AS heap_is_not_level
    FROM by_engine AS m
    JOIN by_engine AS p ON m.engine_family = 'mariadb' AND p.engine_family = 'postgresql'
    CROSS JOIN swollen
)

SELECT
    CASE
        WHEN high < 1 OR heap_is_not_level OR NOT swells_as_claimed THEN 'contradicted'
        WHEN low > 1 AND heap_is_level AND swells_as_claimed THEN 'reproduced'
        ELSE 'open'
    END AS verdict,
    value,
    low,
    high,
    'times' AS unit,
    format(
        'A look-up by secondary index reads {:.2f} times the pages of one by primary key in '
        'InnoDB and {:.2f} times in PostgreSQL{}{}{}',
        value,
        heap_ratio,
        if(heap_is_level OR heap_is_not_level, '', ', whose interval leaves open if that is level'),
        interval_note(low, high, 1),
        CASE WHEN clustered_swelling IS NULL THEN '; what a long key does is open: this study has no cells with one'
            ELSE format(
                '; random UUIDs as the primary key make secondary indexes {:.2f} times as large in '
                'InnoDB and {:.2f} times in PostgreSQL',
                clustered_swelling,
                heap_swelling
            )
        END
    ) AS reason
FROM judged;
