-- A full scan of one table, too large for the engine's memory with the others beside it.
SELECT count(*), sum(length(pad)) FROM sbtest1
