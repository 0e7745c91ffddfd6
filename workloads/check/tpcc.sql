-- What must be true of TPC-C's tables whenever no transaction is on its way: the first four consistency
-- conditions of the specification (clause 3.3.2). Each query, which all engines understand, answers with
-- the warehouses or districts in which its condition is violated; the comment right above it says what
-- is true elsewhere.

-- 1: a warehouse's W_YTD is the sum of its districts' D_YTD
SELECT w_id, w_ytd, districts.d_ytd
FROM warehouse
LEFT JOIN (SELECT d_w_id, sum(d_ytd) AS d_ytd FROM district GROUP BY d_w_id) AS districts
    ON districts.d_w_id = w_id
WHERE districts.d_ytd IS NULL OR districts.d_ytd <> w_ytd
ORDER BY w_id;

-- 2: a district's D_NEXT_O_ID less 1 is its largest O_ID, and its largest NO_O_ID where it has any
SELECT d_w_id, d_id, d_next_o_id, newest.o_id, waiting.no_o_id
FROM district
LEFT JOIN (SELECT o_w_id, o_d_id, max(o_id) AS o_id FROM orders GROUP BY o_w_id, o_d_id) AS newest
    ON newest.o_w_id = d_w_id AND newest.o_d_id = d_id
LEFT JOIN (
    SELECT no_w_id, no_d_id, max(no_o_id) AS no_o_id FROM new_order GROUP BY no_w_id, no_d_id
) AS waiting
    ON waiting.no_w_id = d_w_id AND waiting.no_d_id = d_id
WHERE newest.o_id IS NULL OR newest.o_id <> d_next_o_id - 1 OR waiting.no_o_id <> d_next_o_id - 1
ORDER BY d_w_id, d_id;

-- 3: a district's rows of NEW-ORDER have consecutive numbers
SELECT no_w_id, no_d_id, count(*) AS new_orders, min(no_o_id) AS oldest, max(no_o_id) AS newest
FROM new_order
GROUP BY no_w_id, no_d_id
HAVING max(no_o_id) - min(no_o_id) + 1 <> count(*)
ORDER BY no_w_id, no_d_id;

-- 4: a district has as many rows of ORDER-LINE as the O_OL_CNT of its orders add up to
SELECT ordered.o_w_id, ordered.o_d_id, ordered.o_ol_cnt, written.order_lines
FROM (
    SELECT o_w_id, o_d_id, sum(o_ol_cnt) AS o_ol_cnt FROM orders GROUP BY o_w_id, o_d_id
) AS ordered
LEFT JOIN (
    SELECT ol_w_id, ol_d_id, count(*) AS order_lines FROM order_line GROUP BY ol_w_id, ol_d_id
) AS written
    ON written.ol_w_id = ordered.o_w_id AND written.ol_d_id = ordered.o_d_id
WHERE written.order_lines IS NULL OR written.order_lines <> ordered.o_ol_cnt
ORDER BY ordered.o_w_id, ordered.o_d_id;
