"""Tables as a schema describes them: columns, keys and indexes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from sqlglot import exp

from scripts.data.own.types import TYPES, Type

# Texts that need no bound in a key.
_SHORT = ("UUID", "ENUM", "SET")


@dataclass
class Column:
    """A column: its type, and the numbers or the texts behind that.

    Attributes:
        native: what PostgreSQL calls a type that it alone has.
        choices: what an ENUM or a SET may be.
        begins_at: of a column that counts up.
        computed: the expression of a generated column.
        most: characters that a text may have, where keys need a bound.
    """

    name: str
    type_name: str
    numbers: tuple[int, ...]
    line: int
    nullable: bool = True
    default: exp.Expression | None = None
    counts_up: bool = False
    begins_at: int = 1
    native: str = ""
    choices: tuple[str, ...] = ()
    computed: exp.Expression | None = None
    is_virtual: bool = False
    set_at_update: bool = False
    most: int | None = None

    @property
    def type(self) -> Type:
        """What is known of its type."""
        return TYPES[self.type_name]

    @property
    def is_long(self) -> bool:
        """Whether it is of a text of any length, which keys of MariaDB and MySQL don't take."""
        return self.type.is_text and not self.numbers and self.type_name not in _SHORT

    def value(self, text: str) -> str:
        """A value as loaders take it. Raises ValueError."""
        if self.choices and self.type_name == "ENUM" and text not in self.choices:
            raise ValueError(f"one of {', '.join(self.choices)}")
        if self.counts_up and text.strip() == "0":
            raise ValueError("a number other than 0, for which some engines count up")
        found = self.type.value(text, self.numbers)
        if self.most is not None and len(found) > self.most:
            raise ValueError(f"a text of {self.most} characters at most, as it is in a key")
        return found


@dataclass
class IndexPart:
    """A column of an index, and its order; ``length`` is of a prefix."""

    column: str
    descending: bool = False
    # As the schema has it, if it says so.
    nulls_first: bool | None = None
    length: int | None = None
    operators: str = ""


@dataclass
class Index:
    """An index, or a unique key; one on expressions has these beside their columns."""

    name: str
    line: int
    parts: list[IndexPart]
    unique: bool = False
    method: str = ""
    where: exp.Expression | None = None
    include: list[str] = field(default_factory=list)
    fill_percent: int | None = None
    nulls_are_equal: bool = False
    # Of an index on expressions: what stands in its parentheses, in PostgreSQL's words.
    expressions: list[str] = field(default_factory=list)

    @property
    def columns(self) -> list[str]:
        """The names of its columns."""
        return [part.column for part in self.parts]

    @property
    def is_unique_everywhere(self) -> bool:
        """Whether each engine has no two rows of the same columns in it."""
        has_prefix = any(part.length for part in self.parts)
        return self.unique and not (self.where or self.expressions or has_prefix)


@dataclass
class Foreign:
    """A foreign key: columns, the table and its key, and clauses such as ``ON DELETE CASCADE``."""

    line: int
    columns: list[str]
    table: str
    keys: list[str]
    clauses: list[str] = field(default_factory=list)
    # After its end, as PostgreSQL alone has it.
    deferred: str = ""


@dataclass
class Table:
    """A table."""

    name: str
    line: int
    columns: dict[str, Column] = field(default_factory=dict)
    primary_key: list[str] = field(default_factory=list)
    # Of the primary key, as PostgreSQL alone has them.
    include: list[str] = field(default_factory=list)
    indexes: dict[str, Index] = field(default_factory=dict)
    foreign: list[Foreign] = field(default_factory=list)
    checks: list[exp.Expression] = field(default_factory=list)
    unlogged: bool = False
    fill_percent: int | None = None

    @property
    def loaded(self) -> dict[str, Column]:
        """The columns that rows have: all but those that are computed."""
        return {name: each for name, each in self.columns.items() if each.computed is None}

    @property
    def keys(self) -> list[list[str]]:
        """The columns of the primary key and of each key that is unique on every engine."""
        unique = [each.columns for each in self.indexes.values() if each.is_unique_everywhere]
        return [*([self.primary_key] if self.primary_key else []), *unique]

    @property
    def bounded(self) -> set[str]:
        """The columns of keys, whose texts have a bound on every engine."""
        lists = [*self.keys, *(each.columns for each in self.foreign)]
        return {name for names in lists for name in names}


Schema = dict[str, Table]


def with_type(column: Column, other: Column) -> Column:
    """The column with another one's type."""
    return replace(
        column,
        type_name=other.type_name,
        numbers=other.numbers,
        native=other.native,
        choices=other.choices,
        most=other.most,
    )
