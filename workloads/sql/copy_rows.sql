-- A bulk load: half of a table into a new one, in one statement.
CREATE TABLE copied AS SELECT * FROM sbtest1 WHERE id % 2 = 0
