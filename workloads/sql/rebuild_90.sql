-- Writes all tables anew and leaves a tenth of each page free, for new versions of its rows.
ALTER TABLE sbtest1 SET (fillfactor = 90)
ALTER TABLE sbtest2 SET (fillfactor = 90)
ALTER TABLE sbtest3 SET (fillfactor = 90)
ALTER TABLE sbtest4 SET (fillfactor = 90)
VACUUM (FULL) sbtest1
VACUUM (FULL) sbtest2
VACUUM (FULL) sbtest3
VACUUM (FULL) sbtest4
