-- What customers of the shop do. The number behind a name is its weight: of 100 transactions, 60 browse.
\set customer random(1, max(customers.id))

\transaction browse 60
\set product random_zipfian(1, max(products.id), 1.1)
SELECT id, name, price, stock FROM products WHERE id = :product;
SELECT count(*), sum(quantity) FROM order_lines WHERE product_id = :product;

\transaction buy 25
\set order sequence(orders.id)
\set product random_zipfian(1, max(products.id), 1.1)
\set quantity random(1, 3)
\set note random_text(10, 60)
BEGIN;
SELECT price FROM products WHERE id = :product FOR UPDATE \gset
UPDATE products SET stock = stock - :quantity WHERE id = :product;
INSERT INTO orders (id, customer_id, ordered, status, note)
    VALUES (:order, :customer, CURRENT_TIMESTAMP, 'new', :note);
INSERT INTO order_lines (order_id, line, product_id, quantity, price)
    VALUES (:order, 1, :product, :quantity, :price);
COMMIT;

\transaction my_orders 14
SELECT o.id, o.ordered, o.status, l.line, l.product_id, l.quantity, l.price
FROM orders AS o JOIN order_lines AS l ON l.order_id = o.id
WHERE o.customer_id = :customer ORDER BY o.ordered DESC, l.line LIMIT 20;

\transaction ship 1
\set order random(1, max(orders.id))
UPDATE orders SET status = 'shipped' WHERE id = :order AND status = 'new';
