-- The cells of the same experiment that differ in one factor alone, with their level of it, the cell
-- itself among them. The lab counts as a factor. A factor that only one of two cells has, such as a
-- setting of one engine, doesn't keep them apart.
WITH levels AS (
    SELECT cell_id, experiment, key AS factor, coalesce(value ->> '$', 'none') AS level
    FROM cells, json_each(factors_json)
    UNION ALL
    SELECT cell_id, experiment, 'lab', lab
    FROM cells
),

pairs AS (
    SELECT
        one.cell_id, other.cell_id AS neighbour,
        any_value(factor) FILTER (one.level <> other.level) AS factor,
        any_value(other.level) FILTER (one.level <> other.level) AS level
    FROM levels AS one
    JOIN levels AS other USING (experiment, factor)
    GROUP BY ALL
    HAVING count(*) FILTER (one.level <> other.level) = 1
),

alone AS (
    SELECT pairs.cell_id, neighbour, json_group_object(theirs.factor, theirs.level) AS factors
    FROM pairs
    JOIN levels AS theirs ON theirs.cell_id = neighbour
    ANTI JOIN levels AS own ON own.cell_id = pairs.cell_id AND own.factor = theirs.factor
    GROUP BY ALL
),

lines AS (
    FROM pairs
    UNION ALL
    SELECT DISTINCT cell_id, cell_id AS neighbour, factor, levels.level
    FROM pairs
    JOIN levels USING (cell_id, factor)
)

SELECT l.cell_id, factor, level, l.neighbour, status, alone.factors::VARCHAR AS alone_json
FROM lines AS l
JOIN cells ON cells.cell_id = l.neighbour
LEFT JOIN alone ON alone.cell_id = l.cell_id AND alone.neighbour = l.neighbour
ORDER BY l.cell_id, factor, try_cast(level AS DOUBLE) NULLS LAST, level, l.neighbour;
