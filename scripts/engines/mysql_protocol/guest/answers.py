"""Rows as the client of servers of MySQL's kind writes them."""

from __future__ import annotations

import re

# What the client in its batch mode writes with a backslash.
_ESCAPED = {"n": "\n", "t": "\t", "0": "\0"}


def rows_of(text: str) -> list[dict[str, str | None]]:
    """The rows of the client's tab-separated output by column name; NULL comes back as None."""
    names, *lines = [line.split("\t") for line in text.splitlines()] or [[]]
    return [dict(zip(names, map(_value, line), strict=True)) for line in lines]


def _value(text: str) -> str | None:
    """A value as the client in its batch mode writes it: breaks, tabs and backslashes escaped."""
    if text == "NULL":
        return None
    if "\\" not in text:
        return text
    return re.sub(r"\\(.)", lambda found: _ESCAPED.get(found[1], found[1]), text)
