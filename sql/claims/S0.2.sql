-- Does the ratio of MariaDB's transactions to PostgreSQL's fall as the bandwidth grows? The two
-- extreme bandwidths are compared; the bounds are those of the quotient of two intervals.
WITH ratios AS (
    SELECT
        bandwidth_mib_s,
        ratio,
        low,
        high,
        ratio < lag(ratio) OVER (ORDER BY bandwidth_mib_s) AS falls
    FROM claim_ratios
    WHERE experiment = 'oltp' AND metric = 'tps'
        AND numerator = 'mariadb' AND denominator = 'postgresql'
),

ends AS (
    SELECT
        count(*) AS bandwidths,
        count(*) FILTER (falls) AS falling_steps,
        min(bandwidth_mib_s) AS least_mib_s,
        max(bandwidth_mib_s) AS greatest_mib_s
    FROM ratios
    HAVING count(*) >= 3
),

change AS (
    SELECT
        ends.*,
        slow.ratio AS slow_ratio,
        fast.ratio AS fast_ratio,
        fast.ratio / slow.ratio AS value,
        fast.low / slow.high AS low,
        fast.high / slow.low AS high
    FROM ends
    JOIN ratios AS slow ON slow.bandwidth_mib_s = least_mib_s
    JOIN ratios AS fast ON fast.bandwidth_mib_s = greatest_mib_s
),

sizes AS (
    SELECT
        '; from the slowest device to the fastest, with all sizes in proportion, the answer would be: '
        || string_agg(
            format(
                '{} with {} MiB of cache',
                CASE
                    WHEN change_high < 1 THEN 'reproduced'
                    WHEN change_low > 1 THEN 'contradicted'
                    ELSE 'undecided'
                END,
                cache_mib
            ),
            ', ' ORDER BY cache_mib
        ) AS words
    FROM scale_leads
    SEMI JOIN (SELECT lab FROM claim_labs WHERE experiment = 'scale') USING (lab)
    WHERE engine_family(numerator_engine) = 'mariadb' AND engine_family(denominator_engine) = 'postgresql'
)

SELECT
    CASE WHEN high < 1 THEN 'reproduced' WHEN low > 1 THEN 'contradicted' ELSE 'undecided' END
        AS verdict,
    value,
    low,
    high,
    'times' AS unit,
    format(
        'The ratio is {:.2f} at {} MiB/s and {:.2f} at {}, and falls at {} of {} steps between{}{}',
        slow_ratio,
        least_mib_s::BIGINT,
        fast_ratio,
        greatest_mib_s::BIGINT,
        falling_steps,
        bandwidths - 1,
        interval_note(low, high, 1),
        coalesce(sizes.words, '')
    ) AS reason
FROM change
CROSS JOIN sizes;
