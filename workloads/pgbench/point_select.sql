-- The statement of sysbench's oltp_point_select, on the first of its tables.
\set id random(1, :rows)
SELECT c FROM sbtest1 WHERE id = :id;
