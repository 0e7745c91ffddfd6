-- Are the point SELECTs and the read-only transactions per second of MySQL and PostgreSQL alike, which is to say:
-- within a quarter of each other with every number of clients, on the machine with the most CPUs? The ratio that is
-- farthest from 1. Both halves must hold; one that fails contradicts the claim, and one that was not measured
-- leaves it open.
WITH selects AS (
    SELECT engine_family, workload, threads, median, low, high
    FROM scaling_summary
    WHERE workload IN ('sysbench/oltp_point_select', 'sysbench/oltp_read_only') AND metric = 'tps'
),

ratios AS (
    SELECT
        workload,
        threads,
        mysql.median / postgresql.median AS value,
        mysql.low / postgresql.high AS low,
        mysql.high / postgresql.low AS high
    FROM selects AS mysql
    JOIN selects AS postgresql USING (workload, threads)
    WHERE mysql.engine_family = 'mysql' AND postgresql.engine_family = 'postgresql'
)

SELECT
    CASE
        WHEN max(low) > 1.25 OR min(high) < 1 / 1.25 THEN 'contradicted'
        WHEN count(DISTINCT workload) = 2
            AND min(coalesce(low, 0)) >= 1 / 1.25 AND max(coalesce(high, 'infinity')) <= 1.25
            THEN 'reproduced'
        ELSE 'undecided'
    END AS verdict,
    arg_max(value, abs(ln(value))) AS value,
    (arg_max({'low': low}, abs(ln(value)))).low AS low,
    (arg_max({'high': high}, abs(ln(value)))).high AS high,
    'times' AS unit,
    format(
        'Among {} numbers of clients, the two differ most with {}{}',
        count(DISTINCT threads),
        arg_max(threads, abs(ln(value))),
        CASE
            WHEN count(DISTINCT workload) = 2 THEN ''
            WHEN max(workload) = 'sysbench/oltp_point_select' THEN '; read-only transactions were not measured'
            ELSE '; point SELECTs were not measured'
        END
    ) AS reason
FROM ratios
HAVING count(*) > 0;
