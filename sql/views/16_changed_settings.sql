-- Settings with which an engine runs at another value than its configuration asks for.

CREATE VIEW changed_settings AS
WITH configurations AS (
    SELECT cell_id, value AS text
    FROM provenance
    WHERE key LIKE 'config/%'
),

-- What a measure shows of a setting in bytes.
measured AS (
    SELECT
        e.cell_id, setting, max(e.value) AS bytes,
        any_value(trim(regexp_extract(text, '(?:^|\n)' || setting || '\s*=([^\n]*)', 1))) AS asked
    FROM engine_measures AS e
    JOIN cells USING (cell_id)
    JOIN setting_measures AS s ON s.measure = e.measure AND s.family = engine_family(engine)
    JOIN configurations USING (cell_id)
    GROUP BY ALL
)

SELECT cell_id, setting, asked, runs_with, words
FROM adjusted_settings
UNION ALL
SELECT cell_id, setting, asked, bytes::BIGINT::VARCHAR, NULL
FROM measured
ANTI JOIN adjusted_settings USING (cell_id, setting)
-- A cache is a little smaller than it is set, as the descriptions of its pages are in it. One that is larger
-- was rounded up.
WHERE
    bytes > 1.02 * try_cast(regexp_extract(asked, '^\d+') AS DOUBLE)
    * 1024 ** if(asked SIMILAR TO '\d+[kmgtKMGT]', strpos('KMGT', upper(right(asked, 1))), 0)
ORDER BY cell_id, setting;
COMMENT ON VIEW changed_settings IS
    'Settings that an engine runs with at another value than its configuration asks for, by its log or, where words is null, by its counters; runs_with is null where it ignored the setting.';
