"""Rows for the web shop: ``python generate.py FOLDER [--customers N]``, the same for the same N."""

from __future__ import annotations

import argparse
import csv
import datetime
import random
from collections.abc import Iterable
from pathlib import Path

CITIES = ("Aachen", "Bern", "Cork", "Delft", "Evora", "Faro", "Graz", "Hilo", "Izmir", "Jena")
WORDS = ("blue", "cup", "desk", "green", "lamp", "large", "pen", "round", "shelf", "small")
FIRST_DAY = datetime.date(2025, 11, 1)
CATEGORIES, DAYS, ORDERS_EACH, SESSIONS_EACH = 100, 360, 3, 2
PRODUCTS_SHARE = 5  # customers a product


def main() -> None:
    """Write a CSV file a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where schema.sql is")
    parser.add_argument("--customers", type=int, default=30_000)
    options = parser.parse_args()
    draw, folder, customers = random.Random(1), options.folder, options.customers
    products, orders = max(customers // PRODUCTS_SHARE, CATEGORIES), customers * ORDERS_EACH
    sessions = customers * SESSIONS_EACH
    noise = words(draw, 20_000)

    def text(low: int, high: int) -> str:
        begin = draw.randrange(len(noise) - high)
        return noise[begin : begin + draw.randint(low, high)].strip()

    def product() -> int:
        return 1 + int(products * draw.random() ** 3)

    write(folder, "categories", ("id", "name"), (
        (n, f"Category {n}") for n in range(1, CATEGORIES + 1)
    ))  # fmt: skip
    write(folder, "products", (
        *("id", "category_id", "name", "price", "review_count", "description"),
    ), (
        (n, draw.randint(1, CATEGORIES), words(draw, 3), price(draw), 6, text(300, 1000))
        for n in range(1, products + 1)
    ))  # fmt: skip
    write(folder, "stock", ("product_id", "quantity", "shelf"), (
        (n, 1_000_000, f"S{n % 997}") for n in range(1, products + 1)
    ))  # fmt: skip
    write(folder, "customers", ("id", "email", "name", "registered"), (
        (n, f"customer{n}@example.org", f"Customer {n}", FIRST_DAY)
        for n in range(1, customers + 1)
    ))  # fmt: skip
    write(folder, "addresses", ("customer_id", "number", "street", "city"), (
        (n, number, text(10, 50), draw.choice(CITIES))
        for n in range(1, customers + 1) for number in range(1, 2 + (n % 4 == 0))
    ))  # fmt: skip
    write(folder, "sessions", ("id", "customer_id", "seen", "visits", "content"), (
        (n, draw.randint(1, customers) if n % 3 else "", f"{day(n, sessions)} 12:00:00",
         draw.randint(1, 40), text(400, 800))
        for n in range(1, sessions + 1)
    ))  # fmt: skip
    write(folder, "carts", ("customer_id", "changed"), (
        (n, f"{FIRST_DAY} 12:00:00") for n in range(1, customers + 1)
    ))  # fmt: skip
    write(folder, "cart_items", ("customer_id", "product_id", "quantity"), (
        (n, each, draw.randint(1, 3)) for n in range(1, customers + 1)
        for each in sorted({product() for _ in range(n % 4)})
    ))  # fmt: skip
    write(folder, "orders", ("id", "customer_id", "placed_on", "status", "total", "address"), (
        (n, draw.randint(1, customers), day(n, orders), draw.choice(("paid", "shipped", "new")),
         price(draw), text(40, 120))
        for n in range(1, orders + 1)
    ))  # fmt: skip
    write(folder, "order_items", ("order_id", "line", "product_id", "quantity", "price"), (
        (n, line, product(), draw.randint(1, 3), price(draw))
        for n in range(1, orders + 1) for line in range(1, n % 4 + 2)
    ))  # fmt: skip
    write(folder, "reviews", ("id", "product_id", "customer_id", "stars", "body"), (
        (n, product(), draw.randint(1, customers), draw.randint(1, 5), text(200, 600))
        for n in range(1, products * 6 + 1)
    ))  # fmt: skip


def day(number: int, of: int) -> datetime.date:
    """Days in order, as many rows on each."""
    return FIRST_DAY + datetime.timedelta(days=number * DAYS // (of + 1))


def price(draw: random.Random) -> str:
    """From 1 to 999.99."""
    return f"{draw.randint(100, 99_999) / 100:.2f}"


def words(draw: random.Random, count: int) -> str:
    """So many words."""
    return " ".join(draw.choices(WORDS, k=count))


def write(
    folder: Path, table: str, columns: Iterable[str], rows: Iterable[Iterable[object]]
) -> None:
    """Write a table's file."""
    with (folder / f"{table}.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)


if __name__ == "__main__":
    main()
