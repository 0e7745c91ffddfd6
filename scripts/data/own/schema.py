"""``schema.sql``: tables, keys and indexes, read from what a user wrote or from a dump.

Each clause is taken by name: one that no engine's loader gets is refused with its line, and one
that not all engines have is a difference, which ``accepted.txt`` has to name.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sqlglot.errors import SqlglotError

from scripts.data.own.columns import (
    key_options,
    read_check,
    read_column,
    read_reference,
    sequence_options,
    set_default,
)
from scripts.data.own.differences import Differences, read_accepted
from scripts.data.own.dumps import bare, decoded, language, makes_nothing, view_of
from scripts.data.own.errors import OwnError, Problem, fail
from scripts.data.own.indexes import read_index, read_parts
from scripts.data.own.kinds import Context, Kind, read_type
from scripts.data.own.statements import SOURCE_DIALECT, Statement, split
from scripts.data.own.tables import Column, Index, Schema, Table
from scripts.data.own.whole import Whole, known_columns
from scripts.data.own.words import Words
from scripts.values.messages import unknown

FILE = "schema.sql"
_STORED_WORDS = """
ROW_FORMAT KEY_BLOCK_SIZE STATS_PERSISTENT STATS_AUTO_RECALC STATS_SAMPLE_PAGES PACK_KEYS
MAX_ROWS MIN_ROWS AVG_ROW_LENGTH CHECKSUM DELAY_KEY_WRITE TABLESPACE PAGE_CHECKSUM TRANSACTIONAL
COMPRESSION ENCRYPTION DATA INDEX PAGE_COMPRESSED PAGE_COMPRESSION_LEVEL ENCRYPTED
ENCRYPTION_KEY_ID AUTOEXTEND_SIZE SECONDARY_ENGINE
"""
_CONSTRAINTS = ("CONSTRAINT", "CHECK", "LIKE", "PRIMARY", "FOREIGN", "UNIQUE")
_KEYS = ("KEY", "INDEX", "FULLTEXT", "SPATIAL")
_STORED = frozenset(_STORED_WORDS.split())


def read_schema_of(folder: Path) -> Schema:
    """The tables of a folder's schema. Raises OwnError with every problem."""
    text = decoded((folder / FILE).read_bytes(), FILE)
    return read_schema(text, read_accepted(folder))


def read_schema(text: str, accepted: Iterable[str] = ()) -> Schema:
    """The tables of a schema by name, in its order. Raises OwnError with every problem.

    ``accepted`` are the names of differences between engines that it may have.
    """
    dialect = language(text)
    differences = Differences(FILE, frozenset(accepted))
    reader = _Reader(Context(FILE, dialect, differences))
    for statement in split(bare(text, dialect, differences), FILE, dialect=dialect):
        try:
            reader.add(statement)
        except OwnError as error:
            reader.problems += error.problems
        except SqlglotError as error:
            words = str(error).splitlines()[0]
            reader.note(statement.line, f"is not SQL that bandwise supports: {words}")
    if not reader.problems:
        reader.check()
    if not reader.problems and not reader.schema:
        raise fail(FILE, None, "has no CREATE TABLE")
    if problems := reader.problems or differences.problems():
        raise OwnError(problems)
    return reader.schema


class _Reader:
    """Reads one statement after the other, and notes what is wrong."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.schema: Schema = {}
        self.problems: list[Problem] = []
        # Tables that are parts of others, and those that could not be read.
        self.parts: set[str] = set()
        self.views: set[str] = set()

    def note(self, line: int, message: str) -> None:
        """Note a problem."""
        self.problems.append(Problem(FILE, line, message))

    def _differ(self, name: str, line: int, what: str) -> None:
        self.context.differences.note(name, line, what)

    def add(self, statement: Statement) -> None:
        """Take a statement that makes or changes a table, and pass those that do neither."""
        words = Words(statement, FILE, self.context.dialect)
        if self.context.dialect == SOURCE_DIALECT and words.take("CREATE", "SEQUENCE"):
            words.take("IF", "NOT", "EXISTS")
            name = words.qualified()
            self.context.sequences[name] = sequence_options(words, name, self.context)
            return
        if makes_nothing(statement.text, statement.line, self.context.differences):
            self.views |= view_of(statement.text)
            return
        if words.take("ALTER", "TABLE"):
            self._alter(words)
            return
        if words.take("ALTER", "INDEX"):
            words.take("IF", "EXISTS")
            name = words.qualified()
            if words.take("ALTER"):
                self._differ("storage", words.line, f"statistics of index {name}")
                return
            words.need("ATTACH", "PARTITION")
            self._differ("partitions", words.line, f"index {name} of a partition")
            return
        if words.take("CREATE"):
            words.take("OR", "REPLACE")
            unlogged = words.take("UNLOGGED")
            is_foreign = words.take("FOREIGN")
            if words.take("TABLE"):
                self._table(words, unlogged)
                return
            words.place -= is_foreign
            kind = words.take_any("UNIQUE", "FULLTEXT", "SPATIAL")
            if words.take("INDEX"):
                self._index(words, kind)
                return
            if words.take("TYPE") or words.take("DOMAIN"):
                self._type(words)
                return
        if words.at("SOURCE"):
            raise words.fail("source: put the text of that file in its place")
        first = " ".join(statement.text.split()[:2])
        known = "a schema has CREATE TABLE, CREATE INDEX and ALTER TABLE; rows go into CSV files"
        raise fail(FILE, statement.line, f'"{first}" is not known here: {known}')

    def check(self) -> None:
        """What only the whole shows."""
        for name in self.parts:
            self.schema.pop(name, None)
        whole = Whole(self.schema, self.context)
        try:
            whole.check()
        except OwnError as error:
            whole.problems += error.problems
        self.problems += whole.problems

    def _table(self, words: Words, unlogged: bool) -> None:
        words.take("IF", "NOT", "EXISTS")
        line = words.line
        table = Table(words.table(), line, unlogged=unlogged)
        if table.name in self.schema:
            raise fail(FILE, line, f"table {table.name} is created twice")
        # Until it is read, what else is said of it would say nothing new.
        self.parts.add(table.name)
        if unlogged:
            self._differ("unlogged", line, f"UNLOGGED of {table.name}")
        if words.take("PARTITION", "OF"):
            self._differ("partitions", line, f"the partition {table.name}")
            return
        later = []
        for item in words.group().items():
            if self._is_constraint(item):
                later.append(item)
            else:
                read_column(item, table, self.context)
        self.schema[table.name] = table
        for item in later:
            self._constraint(item, table)
        while not words.is_over:
            self._option(words, table)
        self.parts.remove(table.name)

    def _option(self, words: Words, table: Table) -> None:
        """Take one clause behind a table's columns."""
        line = words.line
        words.take(",")
        if words.take("PARTITION", "BY"):
            self._differ("partitions", line, f"PARTITION BY of {table.name}")
            words.text()
        elif words.take("WITH"):
            self._parameters(words.group(), table, line)
        elif words.take_any("ENGINE", "TYPE"):
            words.take("=")
            if words.next().upper != "INNODB":
                self._differ("storage", line, f"the storage engine of {table.name}")
        elif words.take("AUTO_INCREMENT"):
            words.take("=")
            begins = words.number()
            for column in table.columns.values():
                column.begins_at = begins if column.counts_up else 1
        elif words.take("COMMENT"):
            words.take("=")
            words.next()
        elif words.take("DEFAULT") or words.at("CHARSET") or words.at("COLLATE"):
            self._collation(words, table, line)
        elif words.take("CHARACTER", "SET"):
            words.place -= 2
            self._collation(words, table, line)
        elif words.take("SERVER"):
            words.name()
            if words.take("OPTIONS"):
                words.group()
            self._differ("storage", line, f"{table.name}, which is a foreign table")
        elif words.take("USING") or words.take("TABLESPACE"):
            if words.name() != "heap":
                self._differ("storage", line, f"the storage of {table.name}")
        elif words.words[words.place].text.upper() in _STORED:
            words.next()
            words.take("DIRECTORY")
            words.take("=")
            words.next()
            self._differ("storage", line, f"the storage of {table.name}")
        else:
            raise words.unexpected()

    def _collation(self, words: Words, table: Table, line: int) -> None:
        if not (words.take("CHARACTER", "SET") or words.take_any("CHARSET", "COLLATE")):
            raise words.unexpected()
        words.take("=")
        if not words.next().text.lower().endswith(("_bin", "binary")):
            self._differ("collation", line, f"the collation of {table.name}")

    def _parameters(self, words: Words, table: Table, line: int) -> None:
        for item in words.items():
            if item.take("FILLFACTOR"):
                item.take("=")
                table.fill_percent = item.number()
                self._differ("fillfactor", line, f"fillfactor of {table.name}")
            else:
                name = item.qualified()
                self._differ("storage", line, f"{name} of {table.name}")

    @staticmethod
    def _is_constraint(words: Words) -> bool:
        """Whether a part of a table is no column."""
        if words.at("EXCLUDE", "USING") or words.at("EXCLUDE", "("):
            return True
        first = words.words[0].upper if words.words else ""
        # The others are names in PostgreSQL.
        is_source = words.dialect == SOURCE_DIALECT
        return first in _CONSTRAINTS or (first in _KEYS and not is_source)

    def _constraint(self, words: Words, table: Table) -> None:
        line, name = words.line, ""
        if words.at("LIKE"):
            raise words.unexpected()
        if words.take("CONSTRAINT") and not any(
            words.at(*each) for each in (("PRIMARY", "KEY"), ("FOREIGN", "KEY"), ("CHECK", "("))
        ):
            name = words.name()
        if words.take("PRIMARY", "KEY"):
            words.take_any("CLUSTERED", "NONCLUSTERED")
            key_options(words, self.context)
            index = Index("", line, [])
            read_parts(words.group(), index, table, self.context)
            table.primary_key = index.columns
            if words.take("INCLUDE"):
                self._differ("covering-index", line, f"INCLUDE of {table.name}'s primary key")
                table.include = [each.name() for each in words.group().items()]
            key_options(words, self.context)
        elif words.take("FOREIGN", "KEY"):
            if not words.at("("):
                words.name()
            columns = [each.name() for each in words.group().items()]
            found = read_reference(words, columns, self.context)
            self.context.references.append((table, found))
        elif words.take("CHECK"):
            read_check(words, table, self.context)
        elif words.take("NOT", "NULL"):
            self._column(words, table).nullable = False
            while words.take("NO", "INHERIT") or words.take("NOT", "VALID"):
                pass
        else:
            kind = words.take_any("UNIQUE", "FULLTEXT", "SPATIAL")
            words.take_any("KEY", "INDEX")
            read_index(words, kind, name, table, self.schema, self.context)
        words.end()

    def _index(self, words: Words, kind: str) -> None:
        words.take("CONCURRENTLY")
        words.take("IF", "NOT", "EXISTS")
        name = "" if words.at("ON") else words.name()
        key_options(words, self.context)
        words.need("ON")
        words.take("ONLY")
        line, on = words.line, words.table()
        if on in self.parts or on in self.views:
            return
        if on not in self.schema:
            raise fail(FILE, line, unknown("table", on, self.schema))
        read_index(words, kind, name, self.schema[on], self.schema, self.context)
        words.end()

    def _type(self, words: Words) -> None:
        name = words.qualified()
        if words.is_over:
            return
        is_type = words.take("AS", "ENUM")
        if is_type:
            texts = tuple(each.text for each in words.group().words if each.is_string)
            self.context.types[name] = Kind("ENUM", choices=texts)
            return
        words.take("AS")
        if words.at("(") or words.at("RANGE"):
            self.context.types[name] = Kind("EXTENSION")
            return
        line = words.line
        self.context.types[name] = read_type(words, name, self.context)
        if not words.is_over:
            words.text()
            self._differ("check", line, f"the condition of the domain {name}")

    def _alter(self, words: Words) -> None:
        may_lack = words.take("IF", "EXISTS")
        words.take("ONLY")
        line, name = words.line, words.table()
        if name in self.parts or (may_lack and name not in self.schema):
            return
        if name not in self.schema:
            raise fail(FILE, line, unknown("table", name, self.schema))
        table = self.schema[name]
        for item in words.rest().items():
            self._action(item, table)

    def _action(self, words: Words, table: Table) -> None:
        """Take one action of ALTER TABLE."""
        line = words.line
        if words.take("ADD"):
            words.take("COLUMN")
            words.take("IF", "NOT", "EXISTS")
            rest = words.rest()
            if self._is_constraint(rest):
                self._constraint(rest, table)
            else:
                read_column(rest, table, self.context)
            return
        if words.take("ATTACH", "PARTITION"):
            self.parts.add(words.table())
            self._differ("partitions", line, f"a partition of {table.name}")
            return
        if words.take("ALTER"):
            words.take("COLUMN")
            self._alter_column(words, self._column(words, table), table)
        elif words.take_any("MODIFY", "CHANGE"):
            words.take("COLUMN")
            self._modify(words, table)
        elif words.take("SET", "("):
            words.place -= 1
            self._parameters(words.group(), table, line)
        elif words.take("VALIDATE", "CONSTRAINT"):
            words.name()
        else:
            self._option(words, table)
        words.end()

    def _column(self, words: Words, table: Table) -> Column:
        line, name = words.line, words.name()
        known_columns([name], table, line, FILE)
        return table.columns[name]

    def _alter_column(self, words: Words, column: Column, table: Table) -> None:
        line = words.line
        if words.take("SET", "DEFAULT"):
            set_default(words.until(), column, table, self.context)
        elif words.take("SET", "NOT", "NULL"):
            column.nullable = False
        elif words.take("DROP", "NOT", "NULL"):
            column.nullable = True
        elif words.take("ADD", "GENERATED"):
            if not words.take("ALWAYS"):
                words.need("BY", "DEFAULT")
            words.need("AS", "IDENTITY")
            column.counts_up, column.nullable = True, False
            if words.at("("):
                where = f"{table.name}.{column.name}"
                column.begins_at = sequence_options(words.group(), where, self.context)
        elif words.take("SET") and words.take_any("STATISTICS", "STORAGE", "COMPRESSION"):
            words.next()
            self._differ("storage", line, f"the storage of {table.name}.{column.name}")
        else:
            raise words.unexpected()

    def _modify(self, words: Words, table: Table) -> None:
        """MODIFY, which defines a column again; its keys stay."""
        column = self._column(words, table)
        at = list(table.columns).index(column.name)
        words.place -= 1
        del table.columns[column.name]
        read_column(words, table, self.context)
        names = list(table.columns)
        names.insert(at, names.pop())
        table.columns = {name: table.columns[name] for name in names}
