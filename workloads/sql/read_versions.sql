-- Each hundredth row of made.lua's table by its primary key, in one statement and so one snapshot.
WITH RECURSIVE hot AS (SELECT 1 AS id UNION ALL SELECT id + 100 FROM hot WHERE id < 9901) SELECT sum((SELECT length(f1) FROM made WHERE made.id = hot.id)) AS bytes FROM hot
