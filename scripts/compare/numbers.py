"""Numbers as a report writes them."""

from __future__ import annotations

LONGEST = 1_000_000


def figure(value: float, unit: str = "") -> str:
    """A count in full where it is short, and else in millions; seconds in ms."""
    if unit in ("s", "ms"):
        value, digits = (value * 1000, 3) if unit == "s" else (value, 2)
        # What would be written as 0 keeps its first digit.
        tiny = 0 < abs(value) < 0.5 / 10**digits
        return f"{value:.1g} ms" if tiny else f"{value:,.{digits}f} ms"
    words = {"B": " B"}.get(unit, "")
    if abs(value) >= LONGEST:
        return f"{value / 1e6:,.3f} M{words.strip()}"
    if 0 < abs(value) < 0.1:
        return f"{value:.1g}{words}"
    digits = 0 if float(value).is_integer() or abs(value) >= 100 else 1
    return f"{value:,.{digits}f}{words}"


def signed(value: float, unit: str = "") -> str:
    """The same with its sign."""
    return ("+" if value > 0 else "") + figure(value, unit)


def percent(change: float | None) -> str:
    """A change as a share of the first side, to three digits; from nothing it has none."""
    if change is None:
        return "from 0"
    share = change * 100
    if 0 < abs(share) < 0.0005:
        return f"{share:+.1g} %"
    digits = 3 if abs(share) < 1 else 2 if abs(share) < 10 else 1 if abs(share) < 100 else 0
    return f"{share:+,.{digits}f} %"
