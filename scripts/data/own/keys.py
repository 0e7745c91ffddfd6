"""Keys of the rows: none twice, and none that refers to nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from scripts.data.own.errors import MOST, Problem
from scripts.data.own.tables import Schema, Table

Values = Sequence[str | None]
Key = tuple[str, ...]


class Keys:
    """All keys that were seen, by table and columns."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        # By table and columns, the line of each key.
        self.seen: dict[tuple[str, Key], dict[Key, int]] = {}
        # What foreign keys need, by table and its columns: the file and line that needs it first.
        self.needed: dict[tuple[str, Key], dict[Key, tuple[str, int, str]]] = {}

    def add(self, table: Table, values: Values, file: str, line: int) -> Iterator[Problem]:
        """Take a row; yields what is wrong with its keys."""
        by_name = dict(zip(table.loaded, values, strict=True))
        for columns in table.keys:
            key = _key(table, columns, by_name)
            if key is None:
                continue
            known = self.seen.setdefault((table.name, tuple(columns)), {})
            if key in known:
                kind = "primary key" if columns == table.primary_key else f"{', '.join(columns)}"
                shown = ", ".join(str(by_name.get(name)) for name in columns)
                blanks = "" if key == tuple(by_name.get(name) for name in columns) else _BLANKS
                words = f"{kind} {shown} is there twice (first in line {known[key]}){blanks}"
                yield Problem(file, line, words)
            else:
                known[key] = line
        for foreign in table.foreign:
            columns, other, keys = foreign.columns, foreign.table, foreign.keys
            key = _key(table, columns, by_name)
            if key is not None:
                what = f"{', '.join(columns)} {', '.join(key)}"
                self.needed.setdefault((other, tuple(keys)), {}).setdefault(key, (file, line, what))

    def orphans(self) -> list[Problem]:
        """What refers to no row; to be asked when all rows were taken."""
        found = []
        for (other, keys), needed in self.needed.items():
            known = self.seen.get((other, keys), {})
            for key, (file, line, what) in needed.items():
                if key not in known:
                    words = f"{what} is in no row of {other} ({', '.join(keys)})"
                    found.append(Problem(file, line, words))
                    if len(found) == MOST:
                        return found
        return found


_BLANKS = ": some engines ignore spaces at the end"


def _key(table: Table, columns: Sequence[str], values: dict[str, str | None]) -> Key | None:
    """A key as the least exact engine compares it; None for one with a null, which is no key."""
    found = []
    for name in columns:
        value = values.get(name)  # of a generated column there is none
        if value is None:
            return None
        column = table.columns[name]
        if column.type_name in ("DECIMAL", "NUMERIC", "MONEY"):
            value = str(Decimal(value).normalize())
        found.append(value.rstrip(" ") if column.type.is_text else value)
    return tuple(found)
