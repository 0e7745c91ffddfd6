-- More pages at fewer transactions: both halves must hold. One that is settled otherwise contradicts. Two engines
-- that keep the device full ask for the same pages, so the bandwidth is the least at which one of them keeps it
-- busy for less than 90 % of the time. Less than 2 % apart counts as equal.
WITH busy AS (
    SELECT
        bandwidth_mib_s,
        max(median) FILTER (engine_family = 'mariadb') AS mariadb_busy,
        max(median) FILTER (engine_family = 'postgresql') AS postgresql_busy
    FROM claim_summary
    SEMI JOIN first_curves USING (experiment, curve_group)
    WHERE experiment = 'oltp' AND metric = 'busy_share'
    GROUP BY bandwidth_mib_s
    HAVING least(mariadb_busy, postgresql_busy) < 0.9
),

both_measures AS (
    SELECT
        p.bandwidth_mib_s,
        mariadb_busy,
        postgresql_busy,
        1 / p.ratio AS pages,
        1 / p.high AS pages_low,
        1 / p.low AS pages_high,
        1 / t.ratio AS transactions,
        1 / t.high AS transactions_low,
        1 / t.low AS transactions_high
    FROM claim_ratios AS p
    JOIN claim_ratios AS t
        USING (experiment, bandwidth_mib_s, phase, numerator, denominator)
    JOIN busy USING (bandwidth_mib_s)
    WHERE experiment = 'oltp' AND p.metric = 'pages_per_s' AND t.metric = 'tps'
        AND numerator = 'mariadb' AND denominator = 'postgresql'
    ORDER BY bandwidth_mib_s
    LIMIT 1
)

SELECT
    'not comparable' AS verdict,
    pages AS value,
    pages_low AS low,
    pages_high AS high,
    'times' AS unit,
    format(
        'At {} MiB/s PostgreSQL transfers {:.2f} times the pages per second and commits {:.2f} times '
        'the transactions; it keeps the device busy for {:.0f} % of the time, MariaDB for {:.0f} %{}',
        bandwidth_mib_s::BIGINT,
        pages,
        transactions,
        postgresql_busy * 100,
        mariadb_busy * 100,
        interval_note(transactions_low, transactions_high, 1)
    ) AS reason
FROM both_measures;
