-- Packs a table's pages full, as is the default.
ALTER TABLE sbtest1 SET (fillfactor = 100)
VACUUM (FULL, ANALYZE) sbtest1
