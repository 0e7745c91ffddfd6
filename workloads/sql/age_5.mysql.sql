-- Changes each twentieth row. The purge collects old versions meanwhile.
UPDATE sbtest1 SET k = k + 1 WHERE id % 20 = 0
UPDATE sbtest2 SET k = k + 1 WHERE id % 20 = 0
UPDATE sbtest3 SET k = k + 1 WHERE id % 20 = 0
UPDATE sbtest4 SET k = k + 1 WHERE id % 20 = 0
