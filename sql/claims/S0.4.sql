-- More pages at fewer transactions: both halves must hold at the greatest bandwidth of the range
-- that corresponds to the published one (see S0.1). One that is settled otherwise contradicts. Two
-- engines that keep the device full ask for the same pages: less than 2 % apart counts as equal.
WITH both_measures AS (
    SELECT
        p.bandwidth_mib_s,
        1 / p.ratio AS pages,
        1 / p.high AS pages_low,
        1 / p.low AS pages_high,
        1 / t.ratio AS transactions,
        1 / t.high AS transactions_low,
        1 / t.low AS transactions_high
    FROM claim_ratios AS p
    JOIN claim_ratios AS t
        USING (experiment, bandwidth_mib_s, phase, numerator, denominator)
    WHERE experiment = 'oltp' AND p.metric = 'pages_per_s' AND t.metric = 'tps'
        AND numerator = 'mariadb' AND denominator = 'postgresql'
        AND p.bandwidth_mib_s_per_gips BETWEEN 4 AND 32
    ORDER BY bandwidth_mib_s DESC
    LIMIT 1
)

SELECT
    CASE
        WHEN pages_high < 0.98 OR transactions_low > 1 THEN 'contradicted'
        WHEN pages_low > 1.02 AND transactions_high < 1 THEN 'reproduced'
        ELSE 'undecided'
    END AS verdict,
    pages AS value,
    pages_low AS low,
    pages_high AS high,
    'times' AS unit,
    format(
        'At {} MiB/s PostgreSQL transfers {:.2f} times the pages per second and commits {:.2f} times '
        'the transactions{}',
        bandwidth_mib_s::BIGINT,
        pages,
        transactions,
        interval_note(transactions_low, transactions_high, 1)
    ) AS reason
FROM both_measures;
