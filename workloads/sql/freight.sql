-- S2's own statement. The table has no index, so that every row is read where it lies.
SELECT count(*) FROM faf451
