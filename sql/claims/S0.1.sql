-- Does MariaDB make more transactions at every bandwidth? The published 125 to 660 MiB/s fed 12
-- cores of 2.2 GHz: at an instruction a cycle, 5 to 25 MiB/s for each GIPS. The measured
-- bandwidths around that range are compared, and one where MariaDB is behind contradicts "every".
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
        'not settled at {}; it does worst at {} MiB/s',
        ahead,
        behind,
        bandwidths,
        bandwidths - ahead - behind,
        worst_mib_s::BIGINT
    ) AS reason
FROM counted
JOIN compared ON bandwidth_mib_s = worst_mib_s;
