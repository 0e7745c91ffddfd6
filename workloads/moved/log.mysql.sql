-- A row as long as is asked for, whose table does not stay.
CREATE TABLE moved_log (filler LONGTEXT);
INSERT INTO moved_log VALUES (REPEAT('x', {bytes}));
DROP TABLE moved_log;
