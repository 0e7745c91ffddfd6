-- A web shop: who visits, what it sells, what lies in carts, and what was ordered.
CREATE TABLE customers (
    id INTEGER PRIMARY KEY,
    email VARCHAR(60) NOT NULL UNIQUE,
    name VARCHAR(40) NOT NULL,
    registered DATE NOT NULL
);

CREATE TABLE addresses (
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    number SMALLINT NOT NULL,
    street VARCHAR(60) NOT NULL,
    city VARCHAR(30) NOT NULL,
    PRIMARY KEY (customer_id, number)
);

CREATE TABLE sessions (
    id BIGINT PRIMARY KEY,
    customer_id INTEGER,
    seen TIMESTAMP NOT NULL,
    visits INTEGER NOT NULL,
    content VARCHAR(800) NOT NULL
);

CREATE TABLE categories (
    id INTEGER PRIMARY KEY,
    name VARCHAR(40) NOT NULL
);

CREATE TABLE products (
    id INTEGER PRIMARY KEY,
    category_id INTEGER NOT NULL REFERENCES categories (id),
    name VARCHAR(60) NOT NULL,
    price DECIMAL(8,2) NOT NULL,
    review_count INTEGER NOT NULL,
    description VARCHAR(1000) NOT NULL
);

CREATE TABLE stock (
    product_id INTEGER PRIMARY KEY REFERENCES products (id),
    quantity INTEGER NOT NULL,
    shelf VARCHAR(10) NOT NULL
);

CREATE TABLE carts (
    customer_id INTEGER PRIMARY KEY REFERENCES customers (id),
    changed TIMESTAMP NOT NULL
);

CREATE TABLE cart_items (
    customer_id INTEGER NOT NULL,
    product_id INTEGER NOT NULL,
    quantity SMALLINT NOT NULL,
    PRIMARY KEY (customer_id, product_id)
);

CREATE TABLE orders (
    id BIGINT PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    placed_on DATE NOT NULL,
    status VARCHAR(10) NOT NULL,
    total DECIMAL(10,2) NOT NULL,
    address VARCHAR(120) NOT NULL
);

CREATE TABLE order_items (
    order_id BIGINT NOT NULL,
    line SMALLINT NOT NULL,
    product_id INTEGER NOT NULL,
    quantity SMALLINT NOT NULL,
    price DECIMAL(8,2) NOT NULL,
    PRIMARY KEY (order_id, line)
);

CREATE TABLE reviews (
    id BIGINT PRIMARY KEY,
    product_id INTEGER NOT NULL REFERENCES products (id),
    customer_id INTEGER NOT NULL,
    stars SMALLINT NOT NULL,
    body VARCHAR(600) NOT NULL
);

CREATE INDEX products_of_category ON products (category_id, price);
CREATE INDEX orders_of_customer ON orders (customer_id, id);
CREATE INDEX orders_of_day ON orders (placed_on);
CREATE INDEX items_of_product ON order_items (product_id);
CREATE INDEX reviews_of_product ON reviews (product_id, id);
