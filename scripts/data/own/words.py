"""The words of a statement that makes tables, taken one after the other.

Whatever of a statement is not taken is refused with its line, so that nothing is lost of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import sqlglot
from sqlglot import exp
from sqlglot.tokens import Token, TokenType

from scripts.data.own.errors import OwnError, fail
from scripts.data.own.names import NAME_MAX, folded, table_name
from scripts.data.own.statements import Statement, parse

_STRINGS = (
    *(TokenType.STRING, TokenType.NATIONAL_STRING, TokenType.RAW_STRING),
    *(TokenType.HEREDOC_STRING, TokenType.BYTE_STRING, TokenType.UNICODE_STRING),
)
_OPEN, _CLOSE = "([", ")]"


@dataclass(frozen=True)
class Word:
    """A word, a number, a text or a sign; ``name`` is set where it can be a name."""

    text: str
    upper: str
    name: str
    is_string: bool
    start: int
    end: int
    line: int


class Words:
    """What is left of a statement, or of a part of it."""

    def __init__(
        self, statement: Statement, file: str, dialect: str, words: Sequence[Word] | None = None
    ) -> None:
        self.statement, self.file, self.dialect = statement, file, dialect
        if words is None:
            tokens = sqlglot.tokenize(statement.text, read=dialect)
            words = [each for token in tokens for each in _words(token, statement)]
        self.words = words
        self.place = 0

    @property
    def is_over(self) -> bool:
        """Whether nothing is left."""
        return self.place >= len(self.words)

    @property
    def line(self) -> int:
        """The line of the next word, or of the last one."""
        if not self.words:
            return self.statement.line
        return self.words[min(self.place, len(self.words) - 1)].line

    def fail(self, message: str) -> OwnError:
        """An error at the next word."""
        return fail(self.file, self.line, message)

    def at(self, *wanted: str) -> bool:
        """Whether the next words are these."""
        after = self.words[self.place : self.place + len(wanted)]
        return len(after) == len(wanted) and all(
            word.upper == each for word, each in zip(after, wanted, strict=True)
        )

    def take(self, *wanted: str) -> bool:
        """Take these words if they are next."""
        found = self.at(*wanted)
        self.place += len(wanted) if found else 0
        return found

    def take_any(self, *wanted: str) -> str:
        """Take the next word if it is one of these; an empty text if not."""
        return next((each for each in wanted if self.take(each)), "")

    def need(self, *wanted: str) -> None:
        """Take these words. Raises OwnError."""
        if not self.take(*wanted):
            raise self.unexpected()

    def unexpected(self) -> OwnError:
        """An error that the next word is not supported."""
        if self.is_over:
            return self.fail("is not SQL that bandwise supports: it ends too early")
        last = min(len(self.words), self.place + 8)
        near = self.between(self.place, last)
        return self.fail(f'is not SQL that bandwise supports near "{" ".join(near.split())}"')

    def end(self) -> None:
        """Raises OwnError unless all was taken."""
        if not self.is_over:
            raise self.unexpected()

    def next(self) -> Word:
        """Take the next word. Raises OwnError at the end."""
        if self.is_over:
            raise self.unexpected()
        self.place += 1
        return self.words[self.place - 1]

    def name(self) -> str:
        """Take a name, as it is folded."""
        if self.is_over or not self.words[self.place].name:
            raise self.unexpected()
        raw = self.words[self.place].name
        name = folded(raw)[:NAME_MAX]
        if not name.strip("_"):
            raise self.fail(f'"{raw}" is no name: one has letters, digits and _')
        self.place += 1
        return name

    def qualified(self) -> str:
        """Take a name behind those of its schema; returns the last one."""
        name = self.name()
        while self.take("."):
            name = self.name()
        return name

    def table(self) -> str:
        """Take a table's name behind that of its schema."""
        self.name()
        while self.take("."):
            self.name()
        return table_name(self.words[self.place - 1].name)

    def number(self) -> int:
        """Take a whole number."""
        text = self.next().text
        if not text.isdigit():
            self.place -= 1
            raise self.unexpected()
        return int(text)

    def group(self) -> Words:
        """Take what is in parentheses."""
        if not self.at("("):
            raise self.unexpected()
        first = self.place
        self.skip()
        return self._part(first + 1, self.place - 1)

    def items(self) -> Iterator[Words]:
        """The parts between commas, all of them."""
        first = self.place
        while not self.is_over:
            if self.at(","):
                yield self._part(first, self.place)
                first = self.place + 1
            self.skip()
        if first < self.place:
            yield self._part(first, self.place)

    def text(self) -> str:
        """Take all that is left, as written."""
        first, self.place = self.place, len(self.words)
        return self.between(first, self.place)

    def rest(self) -> Words:
        """What is left, as a part of its own."""
        return self._part(self.place, len(self.words))

    def call(self) -> Words:
        """Take an expression that is in parentheses, or a function with its arguments."""
        first = self.place
        while not self.at("("):
            self.next()
        self.skip()
        return self._part(first, self.place)

    def until(self, *stops: str) -> Words:
        """Take one word, and more up to one of these, a comma or the end."""
        first = self.place
        self.skip()
        while not self.is_over and not self.at(",") and not any(map(self.at, stops)):
            self.skip()
        return self._part(first, self.place)

    def expression(self) -> exp.Expression:
        """Take all that is left as an expression."""
        line, text = self.line, self.text()
        tree = parse(Statement(f"SELECT {text}", line), self.file, self.dialect)
        if len(tree.expressions) != 1:
            raise fail(self.file, line, f"{text} is no expression")
        return tree.expressions[0]

    def skip(self) -> None:
        """Take a word, or all that is in parentheses."""
        depth = 0
        while True:
            if depth and self.is_over:
                # sqlglot says where it is that parentheses are left open.
                parse(self.statement, self.file, self.dialect)
            text = self.next().upper
            depth += (text in _OPEN) - (text in _CLOSE) if len(text) == 1 else 0
            if depth <= 0:
                return

    def _part(self, first: int, last: int) -> Words:
        part = Words(self.statement, self.file, self.dialect, self.words[first:last])
        if first == last:
            part.words = []
        return part

    def between(self, first: int, last: int) -> str:
        """The words of these places, as written."""
        if first == last:
            return ""
        return self.statement.text[self.words[first].start : self.words[last - 1].end]


def _words(token: Token, statement: Statement) -> Iterator[Word]:
    """A token as words: sqlglot has some pairs of words as one."""

    def word(text: str, upper: str, name: str, is_string: bool = False) -> Word:
        line = statement.line + token.line - 1
        return Word(text, upper, name, is_string, token.start, token.end + 1, line)

    if token.token_type == TokenType.IDENTIFIER:
        yield word(token.text, "", token.text)
    elif token.token_type in _STRINGS:
        yield word(token.text, "", "", True)
    else:
        for text in token.text.split():
            is_name = text[0].isalpha() or text[0] == "_"
            yield word(text, text.upper(), text if is_name else "")
