"""Writes a value as its draft is written: in the draft's unit, with as many digits."""

from __future__ import annotations

import math
import re
from decimal import ROUND_HALF_UP, Context, Decimal

# Of what a unit is, and how much.
UNITS = {
    "×": ("ratio", 1.0),
    "%": ("share", 0.01),
    "B": ("bytes", 1.0),
    "KiB": ("bytes", 2.0**10),
    "MiB": ("bytes", 2.0**20),
    "GiB": ("bytes", 2.0**30),
    "MiB/s": ("bandwidth", 1.0),
    "GiB/s": ("bandwidth", 2.0**10),
    "ns": ("time", 1e-9),
    "µs": ("time", 1e-6),
    "ms": ("time", 1e-3),
    "s": ("time", 1.0),
    "min": ("time", 60.0),
}
# The unit that the end of a column's name says; the first that fits.
ENDS = {
    "ratio": "×",
    "share": "%",
    "percent": "%",
    "mib_s": "MiB/s",
    "bytes": "B",
    "kib": "KiB",
    "kb": "KiB",
    "mib": "MiB",
    "ns": "ns",
    "us": "µs",
    "ms": "ms",
    "s": "s",
}
# A share is 1 for all of it.
WHOLE = {"share": 1.0}
DRAFT = re.compile(r"[+−-]?(\d[\d,]*(?:\.\d+)?) ?(\D.*)?")


def written(draft: str, column: str, value: object) -> str:
    """`value` of `column` as `draft` is written; ValueError, with what to do, where it can't be."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise ValueError(f"is a {type(value).__name__}, and a value is a number or a text")
    found = DRAFT.fullmatch(draft)
    if not found:
        raise ValueError(f"is a number, so its draft must be one such as 1.25×, and not {draft!r}")
    digits, unit = found.groups()
    factor = _factor(column, unit) if unit else 1.0
    space = "" if unit == "×" or not unit else " "
    return f"{_number(value, factor, digits)}{space}{unit or ''}"


def _factor(column: str, unit: str) -> float:
    """By how much to multiply a value of `column` for one in `unit`."""
    if unit not in UNITS:
        raise ValueError(f"can't be written in {unit}; units are {', '.join(UNITS)}")
    kind, size = UNITS[unit]
    last = [f"_{column}".endswith(f"_{end}") for end in ENDS]
    own = list(ENDS)[last.index(True)] if True in last else ""
    if own == "s" and column.endswith("_per_s"):
        own = ""
    own_kind, own_size = UNITS[ENDS[own]] if own else ("a plain number", 1.0)
    if kind != own_kind:
        raise ValueError(
            f"is {own_kind} by its name, so it can't be written in {unit}; name the column with "
            "its unit, such as read_bytes, wait_ms, hit_share or ratio"
        )
    return (WHOLE[kind] if own == "share" else own_size) / size


def _number(value: int | float | Decimal, factor: float, digits: str) -> str:
    """Whole numbers stay whole; others have as many significant digits as the draft."""
    if isinstance(value, int) and factor == 1.0:
        return f"{value:,}".replace("-", "−")
    scaled = float(value) * factor
    if not math.isfinite(scaled):
        raise ValueError(f"is {scaled}, which is no number to write")
    figures = len(digits.replace(",", "").replace(".", "").lstrip("0")) or 1
    # Halves go up, as in the charts.
    rounded = Context(figures, ROUND_HALF_UP).create_decimal_from_float(scaled)
    exponent = rounded.adjusted() if rounded else 0
    # What has more digits before the point than the draft keeps them.
    if exponent >= figures:
        rounded = Decimal(scaled).quantize(Decimal(1), ROUND_HALF_UP)
    return f"{rounded:,.{max(0, figures - 1 - exponent)}f}".replace("-", "−")
