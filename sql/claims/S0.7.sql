-- Does MariaDB read more pages for query 18? Decided at the greatest bandwidth. Nothing in the query
-- is random, so there is no interval; in its place, more means more by single_run_margin.
WITH pages AS (
    SELECT bandwidth_mib_s, ratio
    FROM claim_ratios
    WHERE experiment = 'olap' AND phase = 'q18' AND metric = 'read_pages'
        AND numerator = 'mariadb' AND denominator = 'postgresql'
    ORDER BY bandwidth_mib_s DESC
    LIMIT 1
)

SELECT
    CASE
        WHEN ratio > single_run_margin() THEN 'reproduced'
        WHEN ratio < 1 / single_run_margin() THEN 'contradicted'
        ELSE 'undecided'
    END AS verdict,
    ratio AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    'times' AS unit,
    format(
        'MariaDB reads {:.2f} times the pages of PostgreSQL at {} MiB/s',
        ratio,
        bandwidth_mib_s::BIGINT
    ) AS reason
FROM pages;
