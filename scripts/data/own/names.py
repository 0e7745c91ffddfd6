"""Names of tables and columns: as a folder writes them, and as every engine takes them."""

from __future__ import annotations

import re

from sqlglot import exp

from scripts.engines.reserved import reserved

# PostgreSQL cuts a name to so many characters.
NAME_MAX = 63
NAME = re.compile(r"[a-z_][a-z0-9_]{0,62}")
_OTHER = re.compile(r"[^a-z0-9_]")


def folded(name: str) -> str:
    """A name in small letters, digits and _, which is one name on every engine."""
    text = _OTHER.sub("_", name.lower())
    return f"_{text}" if text[:1].isdigit() else text


def table_name(name: str) -> str:
    """What a table is called on every engine: of a reserved word, the word with a _ behind it.

    Columns of such names are quoted; what loads and looks at tables quotes none.
    """
    text = folded(name)
    return f"{text}_" if text in reserved() else text


def written_name(name: str, dialect: str) -> str:
    """A folded name in SQL, quoted where some engine needs it."""
    return identifier(name).sql(dialect=dialect)


def identifier(name: str) -> exp.Identifier:
    """A folded name as part of a tree."""
    return exp.to_identifier(name, quoted=name in reserved())


def with_names(tree: exp.Expression) -> exp.Expression:
    """A copy of a tree with the names that its tables and columns have on every engine."""
    own = tree.copy()
    sources = own.find_all(exp.CTE, exp.Subquery, exp.Lateral, exp.Unnest)
    made = {folded(each.alias) for each in sources if each.alias}
    aliases = made | {folded(each.alias) for each in own.find_all(exp.Table) if each.alias}
    for table in own.find_all(exp.Table):
        if isinstance(table.this, exp.Identifier):
            name = folded(table.name)
            is_alias = name in (aliases if isinstance(table.parent, exp.Lock) else made)
            table.set("this", identifier(name if is_alias else table_name(name)))
            table.set("db", None)
    for column in list(own.find_all(exp.Column)):
        if is_default(column):
            column.replace(exp.Var(this="DEFAULT"))
        elif column.args.get("table"):
            name = folded(column.table)
            column.set("table", identifier(name if name in aliases else table_name(name)))
    for each in list(own.find_all(exp.Identifier)):
        if isinstance(each.parent, exp.Table) and each.arg_key == "this":
            continue
        if isinstance(each.parent, exp.Column) and each.arg_key == "table":
            continue
        name = folded(each.name)
        each.set("this", name)
        each.set("quoted", name in reserved())
    return own


def is_default(column: exp.Column) -> bool:
    """Whether it is DEFAULT as a value, which is parsed as a column."""
    plain = column.this
    return (
        isinstance(plain, exp.Identifier)
        and plain.name.lower() == "default"
        and not (plain.args.get("quoted") or column.args.get("table"))
    )
