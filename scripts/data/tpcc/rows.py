"""The rows of TPC-C's nine tables, as the specification fills them (clause 4.3.3).

Each warehouse's part of each table has a stream of its own, so that a warehouse has the same rows
whatever their number. Dates are fixed: nothing in the workload depends on them.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from scripts.data.texts import DIGITS, LETTERS, texts

SCHEMA = Path(__file__).parents[3] / "workloads/tpcc/schema.yaml"
ITEMS = 100_000
DISTRICTS = 10
CUSTOMERS = 3000  # of a district, and as many orders
DELIVERED = 2100  # of them
NAMED = 1000  # customers of a district whose last names are all different
SYLLABLES = ("BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING")
# NURand's constant for last names at the load. The workload's own, C_LAST in
# workloads/sysbench/modules/tpcc_input.lua, is apart from it as clause 2.1.6.1 wants.
C_LAST = 157
DATE = "2026-01-01 00:00:00"
NULL = "NULL"

Rows = Iterable[tuple[object, ...]]


def write_rows(dataset: dict[str, Any], _shared: Path, folder: Path) -> None:
    """Write the files of a dataset of this kind into ``folder``."""
    write_tables(folder, warehouses=dataset["warehouses"], seed=dataset["seed"])


def write_tables(folder: Path, *, warehouses: int, seed: int) -> None:
    """Write ``folder``/<table>.csv for each table, with a heading each, rows by primary key."""
    schema = yaml.safe_load(SCHEMA.read_text(encoding="utf-8"))
    for number, (name, table) in enumerate(schema.items()):
        with (folder / f"{name}.csv").open("w", encoding="ascii") as file:
            file.write(",".join(table["columns"]) + "\n")
            for warehouse in [0] if name == "item" else range(1, warehouses + 1):
                generator = np.random.Generator(np.random.PCG64([seed, number, warehouse]))
                for rows in _parts(name, generator, warehouse, seed):
                    file.writelines(",".join(map(str, row)) + "\n" for row in rows)


def last_name(number: int) -> str:
    """The last name of a number from 0 to 999: a syllable a digit (clause 4.3.2.3)."""
    return "".join(SYLLABLES[int(digit)] for digit in f"{number:03d}")


def _parts(name: str, generator: np.random.Generator, warehouse: int, seed: int) -> Iterable[Rows]:
    """A warehouse's rows of a table, in parts that fit into memory."""
    if name == "item":
        yield _items(generator)
    elif name == "warehouse":
        (address,) = _addresses(generator, 1, 6, 10)
        yield [(warehouse, *address, _decimal(generator.integers(0, 2001), 4), "300000.00")]
    elif name == "stock":
        yield _stock(generator, warehouse)
    elif name == "district":
        yield _districts(generator, warehouse)
    else:
        own = {
            "customer": _customers,
            "history": _history,
            "new_order": _new_orders,
            "orders": _orders,
            "order_line": _order_lines,
        }[name]
        for district in range(1, DISTRICTS + 1):
            yield own(generator, warehouse, district, seed)


def _items(generator: np.random.Generator) -> Rows:
    return zip(
        range(1, ITEMS + 1),
        generator.integers(1, 10_001, ITEMS).tolist(),
        texts(generator, ITEMS, 14, 24),
        [_decimal(cents, 2) for cents in generator.integers(100, 10_001, ITEMS).tolist()],
        _data(generator, ITEMS),
        strict=True,
    )


def _stock(generator: np.random.Generator, warehouse: int) -> Rows:
    quantities = generator.integers(10, 101, ITEMS).tolist()
    districts = texts(generator, ITEMS, 24 * DISTRICTS, 24 * DISTRICTS)
    data = _data(generator, ITEMS)
    for index, (quantity, text) in enumerate(zip(quantities, districts, strict=True)):
        parts = (text[start : start + 24] for start in range(0, len(text), 24))
        yield (index + 1, warehouse, quantity, *parts, 0, 0, 0, data[index])


def _districts(generator: np.random.Generator, warehouse: int) -> Rows:
    taxes = generator.integers(0, 2001, DISTRICTS).tolist()
    addresses = _addresses(generator, DISTRICTS, 6, 10)
    for index, (tax, address) in enumerate(zip(taxes, addresses, strict=True)):
        yield (index + 1, warehouse, *address, _decimal(tax, 4), "30000.00", CUSTOMERS + 1)


def _customers(generator: np.random.Generator, warehouse: int, district: int, _seed: int) -> Rows:
    later = _non_uniform(generator, 255, 0, 999, C_LAST, CUSTOMERS - NAMED)
    names = [last_name(number) for number in [*range(NAMED), *later]]
    firsts = texts(generator, CUSTOMERS, 8, 16)
    addresses = _addresses(generator, CUSTOMERS, 0, 0)
    phones = texts(generator, CUSTOMERS, 16, 16, DIGITS)
    bad = _tenth(generator, CUSTOMERS)
    discounts = generator.integers(0, 5001, CUSTOMERS).tolist()
    data = texts(generator, CUSTOMERS, 300, 500)
    for i in range(CUSTOMERS):
        yield (
            i + 1, district, warehouse, firsts[i], "OE", names[i], *addresses[i][1:], phones[i],
            DATE, "BC" if i in bad else "GC", "50000.00", _decimal(discounts[i], 4), "-10.00",
            "10.00", 1, 0, data[i],
        )  # fmt: skip


def _history(generator: np.random.Generator, warehouse: int, district: int, _seed: int) -> Rows:
    for i, data in enumerate(texts(generator, CUSTOMERS, 12, 24)):
        yield (i + 1, district, warehouse, district, warehouse, DATE, "10.00", data)


def _new_orders(_: np.random.Generator, warehouse: int, district: int, _seed: int) -> Rows:
    return ((order, district, warehouse) for order in range(DELIVERED + 1, CUSTOMERS + 1))


def _orders(generator: np.random.Generator, warehouse: int, district: int, seed: int) -> Rows:
    customers = (generator.permutation(CUSTOMERS) + 1).tolist()
    carriers = generator.integers(1, 11, CUSTOMERS).tolist()
    counts = _line_counts(seed, warehouse, district)
    for i in range(CUSTOMERS):
        carrier = carriers[i] if i < DELIVERED else NULL
        yield (i + 1, district, warehouse, customers[i], DATE, carrier, counts[i], 1)


def _order_lines(generator: np.random.Generator, warehouse: int, district: int, seed: int) -> Rows:
    counts = _line_counts(seed, warehouse, district)
    total = sum(counts)
    items = iter(generator.integers(1, ITEMS + 1, total).tolist())
    amounts = iter(generator.integers(1, 1_000_000, total).tolist())
    places = iter(texts(generator, total, 24, 24))
    for i, count in enumerate(counts):
        for number in range(1, count + 1):
            amount = next(amounts)
            delivered, price = (DATE, "0.00") if i < DELIVERED else (NULL, _decimal(amount, 2))
            yield (
                i + 1, district, warehouse, number, next(items), warehouse, delivered, 5, price,
                next(places),
            )  # fmt: skip


def _line_counts(seed: int, warehouse: int, district: int) -> list[int]:
    """How many lines each order of a district has, from a stream that two tables share."""
    generator = np.random.Generator(np.random.PCG64([seed, warehouse, district, 1]))
    return generator.integers(5, 16, CUSTOMERS).tolist()


def _non_uniform(
    generator: np.random.Generator, a: int, low: int, high: int, c: int, count: int
) -> list[int]:
    """The function NURand of clause 2.1.6."""
    mixed = generator.integers(0, a + 1, count) | generator.integers(low, high + 1, count)
    return ((mixed + c) % (high - low + 1) + low).tolist()


def _addresses(
    generator: np.random.Generator, count: int, shortest: int, longest: int
) -> list[tuple[str, ...]]:
    """Name (of the given lengths), two streets, city, state, zip."""
    names = texts(generator, count, shortest, longest)
    streets = [texts(generator, count, 10, 20) for _ in range(3)]
    states = texts(generator, count, 2, 2, LETTERS)
    zips = [f"{digits}11111" for digits in texts(generator, count, 4, 4, DIGITS)]
    return list(zip(names, *streets, states, zips, strict=True))


def _data(generator: np.random.Generator, count: int) -> list[str]:
    """Texts of 26 to 50 characters, a tenth of them with ORIGINAL somewhere inside."""
    found = texts(generator, count, 26, 50)
    places = generator.random(count)
    for index in _tenth(generator, count):
        text = found[index]
        start = int(places[index] * (len(text) - len("ORIGINAL") + 1))
        found[index] = f"{text[:start]}ORIGINAL{text[start + len('ORIGINAL') :]}"
    return found


def _tenth(generator: np.random.Generator, count: int) -> set[int]:
    """A tenth of the numbers below ``count``."""
    return set(generator.permutation(count)[: count // 10].tolist())


def _decimal(units: int, places: int) -> str:
    """A number of ``10 ** -places`` as text, such as 1234 and 2 as 12.34."""
    whole, part = divmod(int(units), 10**places)
    return f"{whole}.{part:0{places}d}"
