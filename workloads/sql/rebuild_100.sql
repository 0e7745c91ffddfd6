-- Writes all tables anew with full pages, as they were loaded, and their indexes.
VACUUM (FULL) sbtest1
VACUUM (FULL) sbtest2
VACUUM (FULL) sbtest3
VACUUM (FULL) sbtest4
