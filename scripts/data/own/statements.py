"""SQL text cut into statements, each with the line that it begins in, and parsed."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from typing import Any

import sqlglot
from sqlglot import exp
from sqlglot.dialects import Postgres
from sqlglot.errors import ParseError, TokenError
from sqlglot.tokens import Token, TokenType

from scripts.data.own.errors import fail
from scripts.data.translated import NULLS_WRITTEN
from scripts.engines.families import family, family_names

# What a folder is written in: PostgreSQL's dialect, of which each engine gets its own translation.
SOURCE_DIALECT = "postgres"
# Families of engines, and what sqlglot calls their dialects.
DIALECTS = {name: family(name).dialect for name in family_names()}
# The one of all others, in which a schema may be written, too.
OTHER_DIALECT = next(name for name in DIALECTS.values() if name != SOURCE_DIALECT)
# It says on its own what it can't read; here that is a line with a place.
logging.getLogger("sqlglot").setLevel(logging.ERROR)
_WORDS = re.compile(r"\x1b\[\d+m")
_BEGIN = re.compile(
    r"(?:BEGIN(?:\s+WORK|\s+TRANSACTION)?|START\s+TRANSACTION)(?P<modes>(?:\s.*)?)",
    re.IGNORECASE | re.DOTALL,
)
_MODE = re.compile(
    r"ISOLATION LEVEL (?:SERIALIZABLE|REPEATABLE READ|READ COMMITTED|READ UNCOMMITTED)"
    r"|READ ONLY|READ WRITE"
)


class _Source(Postgres):
    """PostgreSQL's dialect, with a note of where an order of nulls is written."""

    class Parser(Postgres.Parser):
        """sqlglot's own, which keeps no such note."""

        def _parse_ordered(self, *arguments: Any, **named: Any) -> exp.Ordered | None:
            ordered = super()._parse_ordered(*arguments, **named)
            last = self._tokens[max(self._index - 2, 0) : self._index]
            words = [token.text.upper() for token in last]
            if ordered is not None and words[:1] == ["NULLS"]:
                ordered.meta[NULLS_WRITTEN] = True
            return ordered


@dataclass(frozen=True)
class Statement:
    """A statement as written, without its semicolon; ``line`` is its first one's, from 1."""

    text: str
    line: int


def split(
    text: str, file: str, first_line: int = 1, dialect: str = SOURCE_DIALECT
) -> list[Statement]:
    """The statements of a text. Raises OwnError for quotes that are not closed."""
    try:
        tokens = sqlglot.tokenize(text, read=dialect)
    except TokenError as error:
        words = _WORDS.sub("", str(error)).splitlines()[0]
        raise fail(file, first_line + _open_quote(text), f"is not valid SQL: {words}") from None
    found: list[Statement] = []
    begun: list[Token] = []
    for token in tokens:
        if token.token_type == TokenType.SEMICOLON:
            found += _statement(text, begun, first_line)
            begun = []
        else:
            begun.append(token)
    return [*found, *_statement(text, begun, first_line)]


def _statement(text: str, tokens: list[Token], first_line: int) -> list[Statement]:
    if not tokens:
        return []
    start, end = tokens[0].start, tokens[-1].end + 1
    return [Statement(text[start:end], first_line + text.count("\n", 0, start))]


def _open_quote(text: str) -> int:
    """How many lines lie ahead of the last quote, which is the one that was not closed."""
    places = [text.rfind(quote) for quote in "'\""]
    return text.count("\n", 0, max(*places, 0))


def parse(statement: Statement, file: str, dialect: str = SOURCE_DIALECT) -> exp.Expression:
    """The statement as a tree. Raises OwnError that names the line."""
    if found := _BEGIN.fullmatch(statement.text):
        return exp.Transaction(modes=_modes(found["modes"], statement, file))
    try:
        tree = sqlglot.parse_one(
            statement.text, read=_Source if dialect == SOURCE_DIALECT else dialect
        )
    except (ParseError, TokenError) as error:
        where = error.errors[0] if getattr(error, "errors", None) else {}
        words = where.get("description") or str(error).splitlines()[0]
        near = where.get("highlight")
        line = statement.line + (where.get("line") or 1) - 1
        place = f' near "{near}"' if near else ""
        raise fail(
            file, line, f"is not SQL that bandwise supports{place}: {words.rstrip('.')}"
        ) from None
    return tree


def _modes(text: str, statement: Statement, file: str) -> list[str]:
    """The modes of a transaction, which every engine has."""
    words = " ".join(text.upper().replace(",", " ").split())
    found = _MODE.findall(words)
    if " ".join(found) != words:
        known = "ISOLATION LEVEL ..., READ ONLY and READ WRITE"
        raise fail(file, statement.line, f"BEGIN {words}: of modes {known} are known here")
    return found


def line_of(node: exp.Expression, statement: Statement) -> int:
    """The line of a node, as far as its parts say; else the statement's."""
    for part in node.walk():
        if line := part.meta.get("line"):
            return statement.line + line - 1
    return statement.line
