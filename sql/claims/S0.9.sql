-- Does MariaDB read fewer pages per SELECT than PostgreSQL after VACUUM? The ratio of two medians;
-- its bounds are those of the quotient of two intervals.
WITH pages AS (
    SELECT engine_family, phase, median, low, high
    FROM claim_summary
    WHERE experiment = 'version-chains' AND metric = 'read_pages_per_transaction'
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
    WHERE m.engine_family = 'mariadb' AND m.phase = 'select-chains'
        AND p.engine_family = 'postgresql' AND p.phase = 'select-vacuumed'
    ORDER BY ALL
    LIMIT 1
)

SELECT
    'not comparable' AS verdict,
    value,
    low,
    high,
    'times' AS unit,
    format(
        'MariaDB reads {:.2f} pages per SELECT, PostgreSQL {:.2f} after VACUUM{}',
        mariadb_pages,
        postgresql_pages,
        interval_note(low, high, 1)
    ) AS reason
FROM compared;
