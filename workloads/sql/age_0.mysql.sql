-- Changes nothing: the data stay as they were loaded.
SELECT 0 AS changed
