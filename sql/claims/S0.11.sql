-- Does MariaDB need fewer pages per UPDATE than PostgreSQL with autovacuum off, those counted that are
-- written after the run?
WITH pages AS (
    SELECT
        any_value(median) FILTER (engine_family = 'mariadb') AS mariadb,
        any_value(median) FILTER (engine_family = 'postgresql' AND autovacuum = 'off') AS postgresql
    FROM claim_summary
    WHERE experiment = 'garbage-collection' AND metric = 'pages_per_statement_with_write_back'
)

SELECT
    CASE WHEN below > 0 THEN 'reproduced' WHEN above > 0 THEN 'contradicted' ELSE 'open' END AS verdict,
    least.ratio AS value,
    least.low,
    least.high,
    'times' AS unit,
    format(
        'An UPDATE costs MariaDB {:.2f} pages and PostgreSQL {:.2f} with autovacuum off{}', mariadb, postgresql,
        open_note(open_words)
    ) AS reason
FROM claim_sides
CROSS JOIN pages
WHERE claim = 'S0.11';
