-- A range of rows by the primary key, and one by the secondary key.
SELECT count(*), sum(length(c)) FROM sbtest2 WHERE id BETWEEN 20001 AND 30000
SELECT count(*), sum(length(c)) FROM sbtest3 WHERE k BETWEEN 20001 AND 20500
