"""What only the whole of a schema shows: columns of keys, what is referred to, what counts up."""

from __future__ import annotations

from collections.abc import Iterable

from scripts.data.own.conditions import columns_of
from scripts.data.own.errors import Problem, fail
from scripts.data.own.kinds import Context
from scripts.data.own.tables import Foreign, Schema, Table
from scripts.values.messages import unknown

# Of a text in a key; MariaDB and MySQL have room for twelve of them in one.
KEY_CHARACTERS = 255
KEY_COLUMNS_MAX = 16


def known_columns(names: Iterable[str], table: Table, line: int, file: str) -> None:
    """Raises OwnError for a name that is no column's."""
    for name in names:
        if name not in table.columns:
            raise fail(file, line, unknown(f"column of {table.name}", name, table.columns))


class Whole:
    """All tables of a schema, when each statement was read."""

    def __init__(self, schema: Schema, context: Context) -> None:
        self.schema, self.context = schema, context
        self.problems: list[Problem] = []

    def _note(self, line: int, message: str) -> None:
        self.problems.append(Problem(self.context.file, line, message))

    def _differ(self, name: str, line: int, what: str) -> None:
        self.context.differences.note(name, line, what)

    def _columns(self, names: Iterable[str], table: Table, line: int) -> None:
        known_columns(names, table, line, self.context.file)

    def check(self) -> None:
        """What only the whole shows: columns of keys, and what is referred to."""
        for table, foreign in self.context.references:
            if table.name in self.schema:
                self._refer(table, foreign)
        for table in self.schema.values():
            self._columns([*table.primary_key, *table.include], table, table.line)
            for name in table.primary_key:
                table.columns[name].nullable = False
            for index in table.indexes.values():
                self._columns([*index.columns, *index.include], table, index.line)
                if len(index.parts) > KEY_COLUMNS_MAX:
                    self._note(index.line, f"{index.name} has more than {KEY_COLUMNS_MAX} columns")
        if not self.problems:
            self._checked()
            self._bound_texts()
            self._counting()

    def _refer(self, table: Table, foreign: Foreign) -> None:
        line, other = foreign.line, foreign.table
        if other not in self.schema:
            self._note(line, unknown("table", other, self.schema))
            return
        target = self.schema[other]
        foreign.keys = foreign.keys or target.primary_key
        self._columns(foreign.columns, table, line)
        self._columns(foreign.keys, target, line)
        if len(foreign.keys) != len(foreign.columns):
            counts = f"{len(foreign.columns)} columns refer to {len(foreign.keys)} of {other}"
            self._note(line, counts)
        elif foreign.keys not in target.keys:
            names = ", ".join(foreign.keys)
            self._note(line, f"{other} ({names}) is not a key: declare it UNIQUE")
        else:
            table.foreign.append(foreign)

    def _checked(self) -> None:
        """MariaDB and MySQL check no column that counts up, or that a foreign key may change."""
        for table in self.schema.values():
            changed = {name for name, each in table.columns.items() if each.counts_up}
            for foreign in table.foreign:
                if any(each.endswith(("CASCADE", "SET NULL")) for each in foreign.clauses):
                    changed |= {*foreign.columns}
            kept = [check for check in table.checks if not changed & columns_of(check)]
            if len(kept) < len(table.checks):
                self._differ("check", table.line, f"CHECK of a column of {table.name}")
                table.checks = kept

    def _bound_texts(self) -> None:
        """Texts of any length have a bound in keys and indexes where engines need it."""
        for table in self.schema.values():
            for name, column in table.columns.items():
                if not column.is_long:
                    continue
                where = f"{table.name}.{name} in a key or index"
                if name in table.bounded:
                    column.most = KEY_CHARACTERS
                    self._differ("text-key", column.line, where)
                elif any(name in index.columns for index in table.indexes.values()):
                    self._differ("text-key", column.line, where)

    def _counting(self) -> None:
        for table in self.schema.values():
            counting = [each for each in table.columns.values() if each.counts_up]
            for column in counting[1:]:
                self._note(column.line, f"{table.name}: {column.name} is the second that counts up")
            for column in counting[:1]:
                firsts = [table.primary_key, *(each.columns for each in table.indexes.values())]
                if not any(names[:1] == [column.name] for names in firsts):
                    self._differ("counting-index", column.line, f"{table.name}.{column.name}")
