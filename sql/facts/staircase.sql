-- How far the device's bandwidth is from a new setting, in the first sample that begins after the change.
WITH changes AS (
    SELECT cell_id, phase, mib_s, begin_s, end_s
    FROM data_staircase
    WHERE level = 'set'
    QUALIFY row_number() OVER (PARTITION BY cell_id, phase ORDER BY begin_s) > 1
),

firsts AS (
    SELECT c.mib_s, arg_min(d.mib_s, d.begin_s) AS moved_mib_s
    FROM changes AS c
    JOIN data_staircase AS d ON d.cell_id = c.cell_id AND d.phase = c.phase AND d.begin_s >= c.begin_s AND d.end_s <= c.end_s
    WHERE d.level = 'device'
    GROUP BY ALL
)

SELECT count(*) AS changes, max(abs(moved_mib_s / mib_s - 1)) AS most_error_share
FROM firsts
HAVING count(*) > 0;
