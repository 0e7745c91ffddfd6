-- Does MariaDB commit more transactions at every bandwidth? The published 125 to 660 MiB/s fed 12
-- cores of 2.2 GHz: at an instruction a cycle, 5 to 25 MiB/s for each GIPS. The measured
-- bandwidths around that range are compared, and one where MariaDB is behind contradicts "every". Where
-- the kernel's read-ahead was varied, and MariaDB is ahead at one setting and behind at another, the
-- answer depends on that setting. In how many combinations of further settings MariaDB makes more, the
-- experiments on sensitivity say: that share of the first, which varies the most, is the figure. They count in the same
-- range of bandwidths, and what was run once must differ by single_run_margin. The paper is of 2024, and the oldest
-- versions at hand are said beside the newest.
WITH planned AS (
    SELECT DISTINCT read_bandwidth_mib_s AS bandwidth_mib_s
    FROM cells
    JOIN machine_speed USING (cell_id)
    SEMI JOIN deterministic_cells USING (cell_id)
    WHERE experiment = 'oltp' AND read_bandwidth_mib_s / gips BETWEEN 4 AND 32
),

compared AS (
    SELECT bandwidth_mib_s, ratio, low, high
    FROM planned
    LEFT JOIN (
        FROM claim_ratios
        WHERE experiment = 'oltp' AND metric = 'tps'
            AND numerator = 'mariadb' AND denominator = 'postgresql'
    ) USING (bandwidth_mib_s)
),

counted AS (
    SELECT
        count(*) AS bandwidths,
        count(*) FILTER (low > 1) AS ahead,
        count(*) FILTER (high < 1) AS behind,
        arg_min(bandwidth_mib_s, ratio) AS worst_mib_s
    FROM compared
)
,

settings AS (
    SELECT DISTINCT curve_group, read_ahead_kb
    FROM cell_settings
    WHERE experiment = 'oltp-read-ahead'
),

varied AS (
    SELECT
        count(*) AS settings,
        count(*) FILTER (low > 1) AS wins,
        count(*) FILTER (high < 1) AS losses,
        arg_max(read_ahead_kb, ratio) AS best_kb,
        arg_min(read_ahead_kb, ratio) AS worst_kb,
        max(ratio) AS best,
        min(ratio) AS least
    FROM claim_ratios_of_curves
    JOIN settings USING (curve_group)
    WHERE experiment = 'oltp-read-ahead' AND metric = 'tps'
        AND numerator = 'mariadb' AND denominator = 'postgresql'
        AND bandwidth_mib_s_per_gips BETWEEN 4 AND 32
),

designs AS (
    SELECT
        experiment,
        count(*) AS combinations,
        count(*) FILTER (coalesce(low, ratio / single_run_margin()) > 1) AS more,
        count(*) FILTER (coalesce(high, ratio * single_run_margin()) < 1) AS fewer
    FROM claim_ratios_of_curves
    WHERE starts_with(experiment, 'sensitivity') AND metric = 'tps' AND phase = 'run'
        AND numerator = 'mariadb' AND denominator = 'postgresql'
        AND bandwidth_mib_s_per_gips BETWEEN 4 AND 32
    GROUP BY experiment
),

design AS (
    SELECT
        max(100.0 * more / combinations) FILTER (experiment = 'sensitivity') AS share,
        coalesce(
            '; at these bandwidths it commits more in '
            || string_agg(
                format(
                    '{} and fewer in {} of {} combinations of settings {}',
                    more,
                    fewer,
                    combinations,
                    CASE experiment
                        WHEN 'sensitivity-engines' THEN 'inside the engines'
                        WHEN 'sensitivity-kernel' THEN 'of the kernel'
                        ELSE 'of both and the device'
                    END
                ),
                ', in ' ORDER BY experiment
            ),
            ''
        ) AS words
    FROM designs
),

oldest AS (
    SELECT
        format(
            '; of the oldest versions here, {} over {}, it is {:.2f} to {:.2f} times as many over read-ahead',
            any_value(numerator_engine),
            any_value(denominator_engine),
            min(ratio),
            max(ratio)
        ) AS words
    FROM (
        SELECT *
        FROM engine_ratio_either_way
        SEMI JOIN claim_labs USING (experiment, lab)
        WHERE experiment = 'oltp-read-ahead' AND metric = 'tps'
            AND engine_family(numerator_engine) = 'mariadb' AND engine_family(denominator_engine) = 'postgresql'
            AND bandwidth_mib_s_per_gips BETWEEN 4 AND 32
        QUALIFY numerator_engine = min(numerator_engine) OVER () AND denominator_engine = min(denominator_engine) OVER ()
    )
    HAVING count(*) > 0 AND count(DISTINCT numerator_engine || denominator_engine) = 1
),

sizes AS (
    SELECT
        '; with all sizes in proportion the answer would be: '
        || string_agg(
            format(
                '{} with {} MiB of cache',
                CASE
                    WHEN ahead > 0 AND behind > 0 THEN 'depends on settings'
                    WHEN behind > 0 THEN 'contradicted'
                    WHEN ahead = s.settings THEN 'reproduced'
                    ELSE 'undecided'
                END,
                cache_mib
            ),
            ', ' ORDER BY cache_mib
        ) AS words
    FROM scale_leads AS s
    SEMI JOIN (SELECT lab FROM claim_labs WHERE experiment = 'scale') USING (lab)
    WHERE engine_family(numerator_engine) = 'mariadb' AND engine_family(denominator_engine) = 'postgresql'
)

SELECT
    'depends on settings' AS verdict,
    coalesce(share, 100.0 * wins / settings) AS value,
    NULL::DOUBLE AS low,
    NULL::DOUBLE AS high,
    '% of the combinations' AS unit,
    format(
        'the kernel''s read-ahead decides: from 4 to 32 MiB/s per GIPS MariaDB commits {:.2f} times as many '
        'transactions as PostgreSQL with {} KiB of it, and {:.2f} times as many with {} KiB; it is ahead at {} and '
        'behind at {} of {} settings of it{}{}{}',
        best, best_kb, least, worst_kb, wins, losses, settings, coalesce(oldest.words, ''), design.words,
        coalesce(sizes.words, '')
    ) AS reason
FROM varied
CROSS JOIN design
LEFT JOIN oldest ON true
CROSS JOIN sizes
WHERE wins > 0 AND losses > 0
UNION ALL
SELECT
    CASE
        WHEN behind > 0 THEN 'contradicted'
        WHEN ahead = bandwidths AND bandwidths >= 3 THEN 'reproduced'
        ELSE 'undecided'
    END AS verdict,
    ratio AS value,
    low,
    high,
    'times' AS unit,
    format(
        'MariaDB is ahead at {} and behind at {} of {} bandwidths from 4 to 32 MiB/s per GIPS, and '
        'not established at {}; its ratio is lowest at {} MiB/s{}{}',
        ahead,
        behind,
        bandwidths,
        bandwidths - ahead - behind,
        worst_mib_s::BIGINT,
        design.words,
        coalesce(sizes.words, '')
    ) AS reason
FROM counted
JOIN compared ON bandwidth_mib_s = worst_mib_s
CROSS JOIN varied
CROSS JOIN design
CROSS JOIN sizes
WHERE NOT (wins > 0 AND losses > 0);
