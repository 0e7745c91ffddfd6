-- Does MariaDB need fewer pages per UPDATE than PostgreSQL with autovacuum off, those counted that are
-- written after the run? The ratio of two medians; its bounds are those of the quotient of two intervals.
WITH pages AS (
    SELECT engine_family, autovacuum, median, low, high
    FROM claim_summary
    WHERE experiment = 'garbage-collection' AND metric = 'pages_per_statement_with_write_back'
    ORDER BY repeat_group
),

compared AS (
    SELECT
        m.median AS mariadb_pages,
        p.median AS postgresql_pages,
        m.median / nullif(p.median, 0) AS value,
        m.low / nullif(p.high, 0) AS low,
        m.high / nullif(p.low, 0) AS high
    FROM pages AS m
    CROSS JOIN pages AS p
    WHERE m.engine_family = 'mariadb'
        AND p.engine_family = 'postgresql' AND p.autovacuum = 'off'
    LIMIT 1
)

SELECT
    CASE WHEN high < 1 THEN 'reproduced' WHEN low > 1 THEN 'contradicted' ELSE 'open' END
        AS verdict,
    value,
    low,
    high,
    'times' AS unit,
    format(
        'An UPDATE costs MariaDB {:.2f} pages and PostgreSQL {:.2f} with autovacuum off{}',
        mariadb_pages,
        postgresql_pages,
        interval_note(low, high, 1)
    ) AS reason
FROM compared;
