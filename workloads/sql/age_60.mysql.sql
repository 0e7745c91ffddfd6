-- Changes three rows of five, a fifth at a time. The purge collects old versions meanwhile.
UPDATE sbtest1 SET k = k + 1 WHERE id % 5 = 0
UPDATE sbtest2 SET k = k + 1 WHERE id % 5 = 0
UPDATE sbtest3 SET k = k + 1 WHERE id % 5 = 0
UPDATE sbtest4 SET k = k + 1 WHERE id % 5 = 0
UPDATE sbtest1 SET k = k + 1 WHERE id % 5 = 1
UPDATE sbtest2 SET k = k + 1 WHERE id % 5 = 1
UPDATE sbtest3 SET k = k + 1 WHERE id % 5 = 1
UPDATE sbtest4 SET k = k + 1 WHERE id % 5 = 1
UPDATE sbtest1 SET k = k + 1 WHERE id % 5 = 2
UPDATE sbtest2 SET k = k + 1 WHERE id % 5 = 2
UPDATE sbtest3 SET k = k + 1 WHERE id % 5 = 2
UPDATE sbtest4 SET k = k + 1 WHERE id % 5 = 2
