"""Rows for the shop: ``python generate.py FOLDER [--customers N]``, the same for the same N."""

from __future__ import annotations

import argparse
import csv
import datetime
import random
from collections.abc import Iterable
from pathlib import Path

CITIES = ("Aachen", "Bern", "Cork", "Delft", "Evora", "Faro", "Graz", "Hilo", "Izmir", "Jena")
WORDS = ("blue", "cup", "desk", "green", "lamp", "large", "pen", "round", "shelf", "small")
FIRST_DAY = datetime.date(2026, 1, 1)
ORDERS_EACH, LINES_MOST = 5, 4


def main() -> None:
    """Write a CSV file a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where schema.sql is")
    parser.add_argument("--customers", type=int, default=20_000)
    options = parser.parse_args()
    draw = random.Random(1)
    products, orders = options.customers // 4 or 1, options.customers * ORDERS_EACH
    prices = [f"{draw.randint(100, 99_999) / 100:.2f}" for _ in range(products)]

    def day(number: int) -> datetime.date:
        return FIRST_DAY + datetime.timedelta(days=number % 300)

    write(options.folder, "products", ("id", "sku", "name", "price", "stock"), (
        (n + 1, f"SKU{n + 1:09d}", " ".join(draw.choices(WORDS, k=3)), prices[n], 1_000_000)
        for n in range(products)
    ))  # fmt: skip
    write(options.folder, "customers", ("id", "name", "email", "city", "registered"), (
        (n, f"Customer {n}", f"customer{n}@example.org", draw.choice(CITIES), day(n))
        for n in range(1, options.customers + 1)
    ))  # fmt: skip
    write(options.folder, "orders", ("id", "customer_id", "ordered", "status", "note"), (
        (n, draw.randint(1, options.customers), f"{day(n)} 12:00:00", "new",
         " ".join(draw.choices(WORDS, k=8)) if n % 3 else "")
        for n in range(1, orders + 1)
    ))  # fmt: skip
    lines = ((n, line) for n in range(1, orders + 1) for line in range(1, n % LINES_MOST + 2))
    write(options.folder, "order_lines", ("order_id", "line", "product_id", "quantity", "price"), (
        (n, line, product := draw.randint(1, products), draw.randint(1, 3), prices[product - 1])
        for n, line in lines
    ))  # fmt: skip


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
