"""Whether a statement of a transaction names tables, columns and variables that there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sqlglot import exp
from sqlglot.errors import ErrorLevel, UnsupportedError

from scripts.data.own.dialects import DialectError, written
from scripts.data.own.names import folded, is_default, table_name
from scripts.data.own.statements import DIALECTS, Statement, line_of
from scripts.data.own.tables import Schema
from scripts.values.messages import unknown

ALLOWED = (
    *(exp.Query, exp.Insert, exp.Update, exp.Delete),
    *(exp.Transaction, exp.Commit, exp.Rollback),
)
# By names that no engine has a function of.
OF_VARIABLES = (
    *("sequence", "from_column", "from_rows", "choose", "random_text"),
    *("random_zipfian", "random_gaussian", "random_exponential"),
)
Finding = tuple[int, str]


def statement_problems(
    tree: exp.Expression, statement: Statement, schema: Schema, variables: Mapping[str, str]
) -> list[Finding]:
    """Lines and what is wrong there."""
    if not isinstance(tree, ALLOWED):
        first = statement.text.split()[0]
        words = "SELECT, INSERT, UPDATE, DELETE, BEGIN, COMMIT and ROLLBACK are known here"
        return [(statement.line, f'"{first}" can\'t be in a transaction: {words}')]
    found = [
        *_functions_of_variables(tree, statement),
        *_tables(tree, statement, schema),
        *_variables(tree, statement, variables),
        *_insert(tree, statement, schema),
    ]
    # Of columns only where all tables are known, or one problem would be reported many times.
    found = found or list(_columns(tree, statement, schema))
    return found or list(_dialects(tree, statement, schema))


def _tables(tree: exp.Expression, statement: Statement, schema: Schema) -> Iterator[Finding]:
    made = {folded(cte.alias) for cte in tree.find_all(exp.CTE)}
    for table in tree.find_all(exp.Table):
        name = table_name(table.name)
        if isinstance(table.parent, exp.Lock):
            continue  # which names one of the others, or its alias
        if table.name and name not in schema and folded(table.name) not in made:
            yield line_of(table, statement), unknown("table", folded(table.name), schema)


def _variables(
    tree: exp.Expression, statement: Statement, variables: Mapping[str, str]
) -> Iterator[Finding]:
    for node in tree.find_all(exp.Placeholder):
        name = node.name.lower()
        if not name:
            yield line_of(node, statement), "? is not a variable: use \\set and :variable"
        elif name not in variables and name != "client_id":
            yield line_of(node, statement), unknown("variable", name, [*variables, "client_id"])


def _functions_of_variables(tree: exp.Expression, statement: Statement) -> Iterator[Finding]:
    """Functions that \\set alone has."""
    for node in tree.find_all(exp.Anonymous):
        if (name := node.name.lower()) in OF_VARIABLES:
            words = f"is of \\set alone: \\set variable {name}(...), then :variable here"
            yield line_of(node, statement), f"{name}() {words}"


def _insert(tree: exp.Expression, statement: Statement, schema: Schema) -> Iterator[Finding]:
    """Columns of an INSERT, and as many values in each of its rows."""
    if not isinstance(tree, exp.Insert):
        return
    target = tree.this
    named = isinstance(target, exp.Schema)
    table = schema.get(table_name((target.this if named else target).name))
    if table is None:
        return
    names = [folded(part.name) for part in target.expressions] if named else list(table.columns)
    for name in names:
        if name not in table.columns:
            yield statement.line, unknown(f"column of {table.name}", name, table.columns)
    rows = tree.expression.expressions if isinstance(tree.expression, exp.Values) else []
    for row in rows:
        count = len(row.expressions) if isinstance(row, exp.Tuple) else 1
        if count != len(names):
            yield statement.line, f"{count} values for {len(names)} columns of {table.name}"


def _columns(tree: exp.Expression, statement: Statement, schema: Schema) -> Iterator[Finding]:
    tables = {table_name(table.name) for table in tree.find_all(exp.Table)}
    aliases = {
        folded(table.alias or table.name): table_name(table.name)
        for table in tree.find_all(exp.Table)
    }
    sources = (*tree.find_all(exp.CTE, exp.Subquery, exp.Lateral, exp.Unnest), *_functions(tree))
    made = {folded(each.alias) for each in sources if each.alias}
    named = {folded(each.alias) for each in tree.find_all(exp.Alias)}
    known = {name for table in tables if table in schema for name in schema[table].columns} | named
    for column in tree.find_all(exp.Column):
        if isinstance(column.this, exp.Star):
            continue
        name, table = folded(column.name), folded(column.table)
        if is_default(column):
            continue
        if table and table not in aliases and table not in made | {"excluded"}:
            yield line_of(column, statement), unknown("table or alias", table, [*aliases, *made])
        elif table and aliases.get(table) in schema:
            columns = schema[aliases[table]].columns
            if name not in columns:
                yield line_of(column, statement), unknown(f"column of {table}", name, columns)
        elif not table and not made and name not in known:
            yield line_of(column, statement), unknown("column", name, known)


def _functions(tree: exp.Expression) -> list[exp.Table]:
    """Functions that stand where a table does."""
    tables = tree.find_all(exp.Table)
    return [each for each in tables if not isinstance(each.this, exp.Identifier)]


def _dialects(tree: exp.Expression, statement: Statement, schema: Schema) -> Iterator[Finding]:
    """What an engine lacks."""
    if tree.find(exp.Returning):
        words = "not all engines have it, whichever are asked: read the row in a statement"
        yield statement.line, f"RETURNING can't be here, as {words} of its own"
    if any(text.startswith("+") for each in tree.walk() for text in each.comments or ()):
        yield statement.line, "a hint (/*+ ... */) reaches no engine: leave it out"
    if isinstance(tree, exp.Commit | exp.Rollback):
        if tree.args.get("chain") or tree.args.get("savepoint"):
            yield statement.line, f"{tree.sql()}: COMMIT and ROLLBACK stand alone here"
        return
    if isinstance(tree, exp.Transaction):
        return
    for family, dialect in DIALECTS.items():
        try:
            written(tree, dialect, schema, ErrorLevel.RAISE)
        except (UnsupportedError, DialectError) as error:
            yield statement.line, f"{family} can't: {str(error).splitlines()[0]}"
            return
