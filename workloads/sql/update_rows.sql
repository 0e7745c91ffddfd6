-- Each tenth row's secondary key, in one transaction.
UPDATE sbtest3 SET k = k + 1 WHERE id % 10 = 0
