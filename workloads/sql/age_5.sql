-- Changes each twentieth row, in no order, and collects the old versions.
-- A nested loop takes the rows in the order of the inner query, which a hash join would not.
SET enable_hashjoin = off; SET enable_mergejoin = off; UPDATE sbtest1 SET k = k + 1 FROM (SELECT id AS chosen FROM sbtest1 WHERE id % 20 = 0 ORDER BY md5(id::text)) AS shuffled WHERE id = chosen
SET enable_hashjoin = off; SET enable_mergejoin = off; UPDATE sbtest2 SET k = k + 1 FROM (SELECT id AS chosen FROM sbtest2 WHERE id % 20 = 0 ORDER BY md5(id::text)) AS shuffled WHERE id = chosen
SET enable_hashjoin = off; SET enable_mergejoin = off; UPDATE sbtest3 SET k = k + 1 FROM (SELECT id AS chosen FROM sbtest3 WHERE id % 20 = 0 ORDER BY md5(id::text)) AS shuffled WHERE id = chosen
SET enable_hashjoin = off; SET enable_mergejoin = off; UPDATE sbtest4 SET k = k + 1 FROM (SELECT id AS chosen FROM sbtest4 WHERE id % 20 = 0 ORDER BY md5(id::text)) AS shuffled WHERE id = chosen
VACUUM
