-- Each tenth row, in one transaction.
DELETE FROM sbtest2 WHERE id % 10 = 0
