-- What fixed work costs one release of an engine and the next, by measure: how many operations changed, and the
-- geometric mean of the ratio over those that have any of it on both sides, of which those that have not changed count as 1.
WITH compared AS (
    SELECT
        earlier_engine AS earlier, later_engine AS later, measure, state, later_mean - earlier_mean AS difference,
        CASE WHEN least(earlier_mean, later_mean) > 0 THEN if(state = 'changed', later_mean / earlier_mean, 1) END AS ratio,
        list_position(
            ['instructions', 'virtual time', 'bytes read', 'bytes written', 'flushes', 'log bytes'], measure
        ) AS rank
    FROM release_changes
)

SELECT
    earlier, later, measure, exp(avg(ln(ratio))) - 1 AS mean_change_share,
    count(*) FILTER (state = 'changed' AND difference > 0)::INTEGER AS more,
    count(*) FILTER (state = 'changed' AND difference < 0)::INTEGER AS less,
    count(*) FILTER (state <> 'changed')::INTEGER AS level
FROM compared
GROUP BY earlier, later, measure, rank
ORDER BY earlier, later, rank NULLS LAST, measure;
