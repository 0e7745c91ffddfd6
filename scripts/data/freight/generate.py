"""Rows like the freight table's, from a seed: its codes, its nulls, its spread of sizes.

What S2 loaded can't come with this repository, so its shape is made up: which columns are null
together, how long the codes are, how many digits the amounts have. Those decide what a row takes
on a page and what scanning it costs; what the values say doesn't matter, and is not a statistic of
freight. Whole numbers alone are drawn, and divided as whole numbers, so that every machine makes
the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scripts.data.freight.columns import NULL

ROWS_PER_CHUNK = 50_000
ZONES = 132  # of the United States, of three digits
FOREIGN_REGIONS = [b"%d" % code for code in range(801, 809)]
MODES = [b"%d" % code for code in range(1, 9)]
COMMODITIES = [b"%02d" % code for code in (*range(1, 42), 43)]
YEARS = [b"%d" % year for year in (*range(2012, 2019), *range(2020, 2046, 5))]
# The value in the prices of its own year is there for the years between survey and forecast.
PRICED_YEARS = range(1, 7)
# Half of the rows are domestic, the others imports and exports.
TRADE_TYPES = np.array([1, 1, 2, 3])
# Amounts have four decimals: one to five digits, times a power of ten.
DECIMALS = 10_000
POWERS = np.array([1, 1, 10, 10, 100, 1000])
MILES_MAX = 3_000


def generated(rows: int, seed: int) -> Iterator[bytes]:
    """``rows`` lines of the file that is loaded; the same for the same seed."""
    generator = np.random.Generator(np.random.PCG64(seed))
    for first in range(0, rows, ROWS_PER_CHUNK):
        yield _chunk(generator, min(ROWS_PER_CHUNK, rows - first))


def _chunk(generator: np.random.Generator, count: int) -> bytes:
    def drawn(below: int) -> np.ndarray:
        return generator.integers(0, below, size=count)

    def amounts() -> np.ndarray:
        return generator.integers(1, 100_000, size=count) * POWERS[drawn(len(POWERS))]

    trade = TRADE_TYPES[drawn(len(TRADE_TYPES))].tolist()
    origin, destination = (_zones(drawn(ZONES)) for _ in range(2))
    foreign, abroad = drawn(len(FOREIGN_REGIONS)).tolist(), drawn(len(MODES)).tolist()
    mode, commodity = drawn(len(MODES)).tolist(), drawn(len(COMMODITIES)).tolist()
    year = drawn(len(YEARS)).tolist()
    tons, value = amounts(), amounts()
    miles = generator.integers(1, MILES_MAX * DECIMALS, size=count)
    # Thousands of tons times miles are thousands of ton-miles; the column is in millions.
    ton_miles = (tons * (miles // DECIMALS) // 1000).tolist()
    price = value * generator.integers(80, 131, size=count) // 100
    columns = zip(tons.tolist(), value.tolist(), price.tolist(), miles.tolist(), strict=True)
    lines = []
    for row, (tons_row, value_row, price_row, miles_row) in enumerate(columns):
        region, mode_abroad = FOREIGN_REGIONS[foreign[row]], MODES[abroad[row]]
        imported, exported = trade[row] == 2, trade[row] == 3
        fields = (
            region if imported else NULL,
            origin[row],
            destination[row],
            region if exported else NULL,
            mode_abroad if imported else NULL,
            MODES[mode[row]],
            mode_abroad if exported else NULL,
            COMMODITIES[commodity[row]],
            b"%d" % trade[row],
            _amount(tons_row),
            _amount(value_row),
            _amount(ton_miles[row]),
            _amount(price_row) if year[row] in PRICED_YEARS else NULL,
            _amount(miles_row),
            YEARS[year[row]],
        )
        lines.append(b",".join(fields) + b"\n")
    return b"".join(lines)


def _zones(numbers: np.ndarray) -> list[bytes]:
    """Codes of three digits: that of a state, and one for the zone in it."""
    return [b"%02d%d" % (number // 3 + 1, number % 3 + 1) for number in numbers.tolist()]


def _amount(units: int) -> bytes:
    whole, part = divmod(units, DECIMALS)
    return b"%d.%04d" % (whole, part)
