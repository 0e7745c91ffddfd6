"""What a schema may ask for that is not the same on all engines, unless the folder accepts it.

A file ``accepted.txt`` beside ``schema.sql`` has the names of those that are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from scripts.data.own.errors import Problem, fail
from scripts.values.messages import unknown

ACCEPTED = "accepted.txt"
# By name, what the engines do that have no such thing. "The others" are all but PostgreSQL.
DIFFERENCES = {
    "check": "a condition that not all engines compute alike is checked by none",
    "collation": "texts compare by their bytes on all engines",
    "counting-index": "the others have an index on a column that counts up",
    "covering-index": "the others have the columns of INCLUDE at the end of the key, or, in a "
    "unique one, not at all",
    "default": "a default that not all engines compute is left out on all",
    "deferrable": "keys are checked at once, and foreign keys by PostgreSQL alone in the end",
    "enum-order": "PostgreSQL has a text with a CHECK, which sorts by its letters",
    "expression-index": "the others have an index on the expression's columns, which is not unique",
    "extension": "a type of an extension is a text on all engines, and its indexes are left out",
    "fillfactor": "pages of the others are filled as these do by themselves",
    "fulltext-index": "PostgreSQL has none in its place",
    "generated": "a column whose expression not all engines compute is an ordinary one",
    "index-method": "the others have a B-tree for each other method, or none",
    "index-nulls": "the others have nulls where they are smallest",
    "match-full": "the others check foreign keys whose columns are all given",
    "nulls-not-distinct": "the others take many rows with a null in a unique key",
    "numeric": "NUMERIC without a precision is DECIMAL(38,10) in the others",
    "on-update": "PostgreSQL sets no time at each update",
    "partial-index": "indexes of the others have all rows, and are then not unique",
    "partitions": "tables are not partitioned on any engine",
    "prefix-index": "PostgreSQL has the whole column in an index or key",
    "rows": "rows of a schema are loaded by none: dump it without data (pg_dump --schema-only, "
    "mysqldump --no-data), and put rows into CSV files or data.sql",
    "sequence": "numbers go up by one, without bounds, cache or cycle",
    "storage": "engines store tables, and have statistics of them, by their own defaults",
    "text-key": "in a key of the others a TEXT has 255 characters, and in an index its first 255",
    "triggers": "no engine has the triggers, rules and policies",
    "type": "a type that one engine alone has is a text in the others",
    "unlogged": "the others log the table as any other",
    "unsigned": "BIGINT UNSIGNED ends at 2^63 - 1 on all engines",
    "zero-date": "a default of year 0 is 1970-01-01 on all engines",
}


@dataclass
class _Found:
    line: int
    what: str
    places: int = 1


@dataclass
class Differences:
    """Those that a folder accepts, and those that its schema has."""

    file: str
    accepted: frozenset[str] = frozenset()
    found: dict[str, _Found] = field(default_factory=dict)

    def note(self, name: str, line: int, what: str) -> None:
        """Something is not the same everywhere."""
        if name in self.found:
            self.found[name].places += 1
        else:
            self.found[name] = _Found(line, what)

    def problems(self) -> list[Problem]:
        """Each that is not accepted, and how all of them are."""
        missing = {key: value for key, value in self.found.items() if key not in self.accepted}
        problems = []
        for name, found in sorted(missing.items(), key=lambda item: item[1].line):
            places = f" ({found.places} places)" if found.places > 1 else ""
            words = f"{found.what}{places} is not the same on all engines: {DIFFERENCES[name]}"
            problems.append(Problem(self.file, found.line, f"{words} ({name})"))
        if missing:
            names = " ".join(sorted(missing))
            words = f"to accept what is not the same on all engines, write into it: {names}"
            problems.append(Problem(ACCEPTED, None, words))
        return problems


def read_accepted(folder: Path) -> frozenset[str]:
    """The names in a folder's ``accepted.txt``. Raises OwnError for one that is unknown."""
    path = folder / ACCEPTED
    found: set[str] = set()
    if not path.is_file():
        return frozenset()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for name in line.partition("#")[0].replace(",", " ").split():
            if name not in DIFFERENCES:
                raise fail(ACCEPTED, number, unknown("difference", name, DIFFERENCES))
            found.add(name)
    return frozenset(found)
