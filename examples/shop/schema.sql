-- A shop: what it sells, who buys, and what was ordered.
CREATE TABLE products (
    id INTEGER PRIMARY KEY,
    sku CHAR(12) NOT NULL UNIQUE,
    name VARCHAR(60) NOT NULL,
    price DECIMAL(8,2) NOT NULL,
    stock INTEGER NOT NULL
);

CREATE TABLE customers (
    id INTEGER PRIMARY KEY,
    name VARCHAR(40) NOT NULL,
    email VARCHAR(60) NOT NULL UNIQUE,
    city VARCHAR(30) NOT NULL,
    registered DATE NOT NULL
);

CREATE TABLE orders (
    id BIGINT PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    ordered TIMESTAMP NOT NULL,
    status VARCHAR(10) NOT NULL DEFAULT 'new',
    note TEXT
);

CREATE TABLE order_lines (
    order_id BIGINT NOT NULL,
    line SMALLINT NOT NULL,
    product_id INTEGER NOT NULL,
    quantity SMALLINT NOT NULL,
    price DECIMAL(8,2) NOT NULL,
    PRIMARY KEY (order_id, line)
);

CREATE INDEX orders_of_customer ON orders (customer_id, ordered);
CREATE INDEX lines_of_product ON order_lines (product_id);
