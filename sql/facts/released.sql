-- What the newest release of a family that was compared by fixed work takes relative to the one before it, and what a release
-- takes with a setting relative to itself without: instructions and log, as the geometric mean over all operations that have
-- any on both sides, of which those that have not changed count as 1, and the log that the clean-up after commits writes. A row of
-- a setting or a patch has its name.
WITH compared AS (
    SELECT
        *,
        if(state = 'changed', later_mean / nullif(earlier_mean, 0), if(least(earlier_mean, later_mean) > 0, 1, NULL)) AS ratio,
        coalesce(
            nullif(regexp_extract(later_engine, '\{(\w+)=', 1), ''),
            nullif(replace(regexp_extract(later_engine, '^[a-z]+-[\d.]+-(.+)-[0-9a-f]{12}$', 1), '-', '_'), '')
        ) AS setting
    FROM release_changes
)

SELECT
    coalesce(setting, split_part(later_engine, '-', 1)) AS name,
    split_part(earlier_engine, '-', 2) AS earlier,
    split_part(later_engine, '-', 2) AS later,
    exp(avg(ln(ratio)) FILTER (measure = 'instructions' AND ratio > 0)) - 1 AS instructions_share,
    -instructions_share AS fewer_instructions_share,
    exp(avg(ln(ratio)) FILTER (measure = 'log bytes' AND ratio > 0)) - 1 AS log_share,
    any_value(ratio) FILTER (experiment = 'compare-commits' AND phase = 'vacuum' AND measure = 'log bytes' AND state = 'changed')
        AS clean_up_log_ratio
FROM compared
GROUP BY setting, earlier_engine, later_engine
QUALIFY row_number() OVER (
    PARTITION BY name ORDER BY regexp_extract_all(split_part(later_engine, '{', 1), '\d+')::INTEGER[] DESC, later_engine
) = 1
ORDER BY name;
