-- Writes all tables anew with full pages.
SET GLOBAL innodb_fill_factor = 100
ALTER TABLE sbtest1 FORCE
ALTER TABLE sbtest2 FORCE
ALTER TABLE sbtest3 FORCE
ALTER TABLE sbtest4 FORCE
