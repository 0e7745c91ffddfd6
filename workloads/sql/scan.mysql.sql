-- A full scan of one table: of the clustered index, not of the smaller secondary one.
SELECT count(*), sum(length(pad)) FROM sbtest1 FORCE INDEX (PRIMARY)
