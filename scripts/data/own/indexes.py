"""An index of a schema, read from its words."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp
from sqlglot.errors import SqlglotError

from scripts.data.own.columns import key_options, unique_options
from scripts.data.own.conditions import plain
from scripts.data.own.errors import OwnError, fail
from scripts.data.own.kinds import Context
from scripts.data.own.names import NAME, identifier
from scripts.data.own.statements import SOURCE_DIALECT
from scripts.data.own.tables import Index, IndexPart, Schema, Table
from scripts.data.own.words import Words
from scripts.engines.reserved import reserved
from scripts.values.messages import unknown

_NAME_MAX = 60
# Of PostgreSQL itself; those of extensions have their own.
_OPERATORS = (
    *("_PATTERN_OPS", "JSONB_PATH_OPS", "JSONB_OPS", "ARRAY_OPS", "TSVECTOR_OPS", "INET_OPS"),
    *("INT4_OPS", "INT8_OPS", "TEXT_OPS", "VARCHAR_OPS", "RANGE_OPS"),
)

_SPECIAL = {"OTHER", "JSONB"}


def read_index(
    words: Words, kind: str, name: str, table: Table, schema: Schema, context: Context
) -> None:
    """Take an index from behind the words that begin it, and put it into its table."""
    line, note = words.line, context.differences.note
    if words.at("EXCLUDE"):
        note("check", line, f"EXCLUDE of {table.name}")
        words.text()
        return
    index = Index(name, line, [], kind == "UNIQUE")
    unique_options(words, index, context)
    if not name and not words.at("(") and not words.at("USING"):
        index.name = words.name()
    method = words.name() if words.take("USING") else ""
    left_out = read_parts(words.group(), index, table, context)
    if words.take("INCLUDE"):
        index.include = [each.name() for each in words.group().items()]
        note("covering-index", line, f"INCLUDE of {_shown(index, table)}")
    unique_options(words, index, context)
    _storage(words, index, table, context)
    if words.take("WHERE"):
        tree = words.expression()
        index.where = plain(tree)
        if _is_unknown(tree):
            left_out = True
        note("partial-index", line, f"WHERE of {_shown(index, table)}")
    if method not in ("", "btree", "rtree"):
        index.method = method
        note("index-method", line, f"USING {method} of {_shown(index, table)}")
    if kind in ("FULLTEXT", "SPATIAL"):
        index.method = kind.lower()
        note(
            "fulltext-index" if kind == "FULLTEXT" else "extension", line, f"{kind} of {table.name}"
        )
    types = {table.columns[each].type_name for each in index.columns if each in table.columns}
    # Of a number, say, such an index needs the operators of an extension.
    is_special = method in ("gist", "gin", "spgist") and not (
        types <= _SPECIAL or index.expressions
    )
    if left_out or kind == "SPATIAL" or is_special:
        note("extension", line, f"what {_shown(index, table)} is made with")
        return
    index.name = _unique_name(index, table, schema, context)
    table.indexes[index.name] = index


def _shown(index: Index, table: Table) -> str:
    return f"index {index.name}" if index.name else f"an index of {table.name}"


def _storage(words: Words, index: Index, table: Table, context: Context) -> None:
    """Take how an index is stored, and what says nothing of it."""
    while not words.is_over and not words.at("WHERE"):
        line, before = words.line, words.place
        if words.take("WITH", "PARSER"):
            words.name()
            context.differences.note("storage", line, f"the parser of {_shown(index, table)}")
        elif words.take("WITH"):
            for item in words.group().items():
                if item.take("FILLFACTOR"):
                    item.take("=")
                    index.fill_percent = item.number()
                    what = f"fillfactor of {_shown(index, table)}"
                    context.differences.note("fillfactor", line, what)
                else:
                    what = f"{item.name()} of {_shown(index, table)}"
                    context.differences.note("storage", line, what)
        elif words.take_any("VISIBLE"):
            continue
        else:
            key_options(words, context)
        if words.place == before:
            raise words.unexpected()


def read_parts(group: Words, index: Index, table: Table, context: Context) -> bool:
    """Take what stands in an index's parentheses; returns whether extensions are needed for it."""
    left_out, written, has_expression = False, [], False
    for item in group.items():
        line = item.line
        if _is_column(item):
            part = IndexPart(item.name())
            _known([part.column], table, line)
            _prefix(item, part, index, table, context)
            index.parts.append(part)
            text = identifier(part.column).sql(dialect=SOURCE_DIALECT)
        else:
            has_expression = True
            part, tree = IndexPart(""), _expression(item.call(), line, item)
            left_out |= _is_unknown(tree) or _has_many_values(tree, context)
            names = [each.name for each in tree.find_all(exp.Column)]
            _known(names, table, line)
            index.parts += [IndexPart(each) for each in names if each not in index.columns]
            text = f"({tree.sql(dialect=SOURCE_DIALECT)})"
        left_out |= not _order(item, part, index, table, context)
        written.append(" ".join([text, *order_of(part)]))
        item.end()
    if has_expression:
        index.expressions = written
        context.differences.note("expression-index", index.line, _shown(index, table))
    return left_out


def _expression(words: Words, line: int, item: Words) -> exp.Expression:
    try:
        return plain(words.expression())
    except (OwnError, SqlglotError):
        raise fail(item.file, line, "an index has an expression that bandwise can't read") from None


def _is_unknown(tree: exp.Expression) -> bool:
    """Whether an expression calls what may be a function of an extension or of the user's own."""
    return tree.find(exp.Anonymous) is not None or tree.find(exp.Dot) is not None


def _has_many_values(tree: exp.Expression, context: Context) -> bool:
    """Whether an index has an entry for each element of a JSON array, as MySQL's alone."""
    casts = tree.find_all(exp.Cast) if context.dialect != SOURCE_DIALECT else ()
    return any(each.to.is_type(exp.DataType.Type.ARRAY) for each in casts)


def _is_column(words: Words) -> bool:
    """Whether a part of an index is a column, and no expression."""
    after = words.words[1:3]
    if not words.words[0].name:
        return False
    is_prefix = len(after) == 2 and after[0].text == "(" and after[1].text.isdigit()
    return is_prefix or not after or after[0].text not in ("(", ".")


def _prefix(words: Words, part: IndexPart, index: Index, table: Table, context: Context) -> None:
    """Take the length of a prefix."""
    if not words.at("("):
        return
    line, length = words.line, words.group().number()
    column = table.columns[part.column]
    if not column.numbers or length < column.numbers[0]:
        part.length = length
        what = f"the length of {part.column} in {_shown(index, table)}"
        context.differences.note("prefix-index", line, what)


def _order(words: Words, part: IndexPart, index: Index, table: Table, context: Context) -> bool:
    """Take what is behind a part; returns whether its operators are no extension's."""
    line, is_known, note = words.line, True, context.differences.note
    if words.take("COLLATE"):
        by_bytes = words.qualified() in ("c", "posix", "ucs_basic")
        if not by_bytes:
            note("collation", line, f"the collation of {_shown(index, table)}")
    if not words.is_over and not any(map(words.at, ("NULLS", "ASC", "DESC"))):
        part.operators = words.qualified()
        is_known = part.operators.upper().endswith(_OPERATORS)
        if words.at("("):
            words.group()
        if is_known:
            note("index-method", line, f"{part.operators} of {_shown(index, table)}")
    part.descending = words.take_any("ASC", "DESC") == "DESC"
    if words.take("NULLS"):
        part.nulls_first = words.take_any("FIRST", "LAST") == "FIRST"
        note("index-nulls", line, f"NULLS of {_shown(index, table)}")
    return is_known


def order_of(part: IndexPart) -> Iterator[str]:
    """What stands behind a part in PostgreSQL's words."""
    if part.operators:
        yield part.operators
    if part.descending:
        yield "DESC"
    if part.nulls_first is not None:
        yield "NULLS FIRST" if part.nulls_first else "NULLS LAST"


def _known(names: list[str], table: Table, line: int) -> None:
    for name in names:
        if name not in table.columns:
            raise fail("schema.sql", line, unknown(f"column of {table.name}", name, table.columns))


def _unique_name(index: Index, table: Table, schema: Schema, context: Context) -> str:
    """The index's name, or one of its own, that no other has; it needs no quotes."""
    taken = {key for each in [*schema.values(), table] for key in each.indexes} | schema.keys()
    end = "_key" if index.unique else ""
    base = index.name or f"{table.name}_{'_'.join(index.columns)}{end}"
    is_source = context.dialect == SOURCE_DIALECT
    if index.name and index.name in taken and is_source:
        raise fail("schema.sql", index.line, f"index {index.name}: the name is taken")
    if not NAME.fullmatch(base) or base in reserved() or base in taken:
        base = f"{table.name}_{base}"
    base = base[:_NAME_MAX]
    found, number = base, 1
    while found in taken:
        number += 1
        found = f"{base[: _NAME_MAX - 4]}_{number}"
    return found
