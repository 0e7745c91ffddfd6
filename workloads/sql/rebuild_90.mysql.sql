-- Writes all tables anew and leaves a tenth of each page free.
SET GLOBAL innodb_fill_factor = 90
ALTER TABLE sbtest1 FORCE
ALTER TABLE sbtest2 FORCE
ALTER TABLE sbtest3 FORCE
ALTER TABLE sbtest4 FORCE
