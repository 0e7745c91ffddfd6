-- What visitors of the web shop do, in 30 statements. Reads are alone, as web frameworks send them; writes
-- that belong together are a transaction. The number behind a name is its weight.
\set customer random(1, max(customers.id))
\set product random_zipfian(1, max(products.id), 1.05)

\transaction session 2000
\set session random(1, max(sessions.id))
SELECT customer_id, visits, content FROM sessions WHERE id = :session;

\transaction product_page 1300
SELECT p.name, p.price, p.review_count, p.description, s.quantity
FROM products AS p JOIN stock AS s ON s.product_id = p.id WHERE p.id = :product;

\transaction product_reviews 1000
SELECT id, customer_id, stars, body FROM reviews
WHERE product_id = :product ORDER BY id DESC LIMIT 10;

\transaction cart 900
SELECT c.product_id, c.quantity, p.name, p.price
FROM cart_items AS c JOIN products AS p ON p.id = c.product_id
WHERE c.customer_id = :customer ORDER BY c.product_id;

\transaction category_page 780
\set category random(1, max(categories.id))
SELECT id, name, price FROM products WHERE category_id = :category ORDER BY price, id LIMIT 20;

\transaction touch_session 700
\set session random(1, max(sessions.id))
UPDATE sessions SET visits = visits + 1, seen = CURRENT_TIMESTAMP WHERE id = :session;

\transaction stars 600
SELECT count(*), sum(stars) FROM reviews WHERE product_id = :product;

\transaction add_to_cart 500
BEGIN;
INSERT INTO cart_items (customer_id, product_id, quantity) VALUES (:customer, :product, 1)
    ON CONFLICT (customer_id, product_id) DO UPDATE SET quantity = cart_items.quantity + 1;
UPDATE carts SET changed = CURRENT_TIMESTAMP WHERE customer_id = :customer;
COMMIT;

\transaction my_orders 440
SELECT id, placed_on, status, total FROM orders
WHERE customer_id = :customer ORDER BY id DESC LIMIT 10;

\transaction new_session 380
\set session sequence(sessions.id)
\set content random_text(400, 800)
INSERT INTO sessions (id, customer_id, seen, visits, content)
    VALUES (:session, :customer, CURRENT_TIMESTAMP, 1, :content);

\transaction order_page 330
\set order random(1, max(orders.id))
SELECT i.line, i.product_id, i.quantity, i.price, p.name
FROM order_items AS i JOIN products AS p ON p.id = i.product_id
WHERE i.order_id = :order ORDER BY i.line;

\transaction sign_in 290
\set email from_rows(customers.email)
SELECT id, name FROM customers WHERE email = :email;

\transaction addresses 250
SELECT number, street, city FROM addresses WHERE customer_id = :customer ORDER BY number;

\transaction price_range 220
\set category random(1, max(categories.id))
\set low random(1, 900)
\set high :low + 50
SELECT id, name, price FROM products
WHERE category_id = :category AND price BETWEEN :low AND :high ORDER BY price, id LIMIT 20;

\transaction checkout 190
\set order sequence(orders.id)
\set quantity random(1, 3)
\set address random_text(40, 120)
BEGIN;
SELECT quantity FROM stock WHERE product_id = :product FOR UPDATE;
UPDATE stock SET quantity = quantity - :quantity WHERE product_id = :product;
INSERT INTO orders (id, customer_id, placed_on, status, total, address)
    VALUES (:order, :customer, CURRENT_DATE, 'new', 20, :address);
INSERT INTO order_items (order_id, line, product_id, quantity, price)
    VALUES (:order, 1, :product, :quantity, 20);
DELETE FROM cart_items WHERE customer_id = :customer;
COMMIT;

\transaction order_status 165
\set order random(1, max(orders.id))
SELECT status, total FROM orders WHERE id = :order;

\transaction change_cart 140
\set quantity random(1, 5)
UPDATE cart_items SET quantity = :quantity WHERE customer_id = :customer AND product_id = :product;

\transaction pay 120
\set order random(1, max(orders.id))
UPDATE orders SET status = 'paid' WHERE id = :order;

\transaction drop_from_cart 100
DELETE FROM cart_items WHERE customer_id = :customer AND product_id = :product;

\transaction all_categories 85
SELECT id, name FROM categories ORDER BY name;

\transaction review 70
\set review sequence(reviews.id)
\set stars random(1, 5)
\set body random_text(200, 600)
BEGIN;
INSERT INTO reviews (id, product_id, customer_id, stars, body)
    VALUES (:review, :product, :customer, :stars, :body);
UPDATE products SET review_count = review_count + 1 WHERE id = :product;
COMMIT;

\transaction also_bought 58
\set other random(1, max(products.id))
SELECT b.product_id, count(*) AS times
FROM order_items AS a JOIN order_items AS b ON b.order_id = a.order_id
WHERE a.product_id = :other GROUP BY b.product_id ORDER BY times DESC, b.product_id LIMIT 5;

\transaction day_report 12
\set day from_rows(orders.placed_on)
SELECT count(*), sum(total) FROM orders WHERE placed_on = :day;

\transaction best_sellers 6
\set first random(1, max(orders.id))
\set last :first + 999
SELECT product_id, sum(quantity) AS sold FROM order_items
WHERE order_id BETWEEN :first AND :last GROUP BY product_id ORDER BY sold DESC, product_id LIMIT 10;
