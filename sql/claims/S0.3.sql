-- Is PostgreSQL the more sensitive? A slope of log throughput on log bandwidth is the power of two
-- by which a doubling of the bandwidth multiplies throughput; the difference of the slopes decides.
WITH curves AS (
    SELECT engine_family, bandwidths, slope, slope_low, slope_high
    FROM slopes AS s
    JOIN newest_engines USING (experiment, engine)
    SEMI JOIN claim_labs USING (experiment, lab)
    SEMI JOIN first_curves USING (experiment, curve_group)
    WHERE experiment = 'oltp' AND metric = 'tps'
),

compared AS (
    SELECT
        p.slope AS postgresql_slope,
        m.slope AS mariadb_slope,
        pow(2, p.slope - m.slope) AS value,
        pow(2, p.slope_low - m.slope_high) AS low,
        pow(2, p.slope_high - m.slope_low) AS high
    FROM curves AS p
    JOIN curves AS m ON p.engine_family = 'postgresql' AND m.engine_family = 'mariadb'
    WHERE least(p.bandwidths, m.bandwidths) >= 3
)

SELECT
    CASE WHEN low > 1 THEN 'reproduced' WHEN high < 1 THEN 'contradicted' ELSE 'undecided' END
        AS verdict,
    value,
    low,
    high,
    'times' AS unit,
    format(
        'Doubling the bandwidth multiplies PostgreSQL''s transactions by {:.2f} and MariaDB''s by {:.2f}{}',
        pow(2, postgresql_slope),
        pow(2, mariadb_slope),
        interval_note(low, high, 1)
    ) AS reason
FROM compared;
