-- Leaves a tenth of each page of a table free, for new versions of its rows.
ALTER TABLE sbtest1 SET (fillfactor = 90)
VACUUM (FULL, ANALYZE) sbtest1
