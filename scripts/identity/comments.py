"""Files as a guest is sent them: without what is there for readers alone.

A guest's clock is its count of instructions, so a comment that it reads moves all that comes after.
Only what can't be a part of a string goes, and all else keeps its bytes: what is left must not
depend on the Python that strips it, as code that ``ast.unparse`` writes does. Tcl stays as it is:
HammerDB has its own ways with a script's first lines.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import PurePath

_BT_HEAD = re.compile(r"\A(#![^\n]*\n)?\s*/\*.*?\*/[ \t]*\n", re.DOTALL)


def stripped(name: str, text: str) -> str:
    """``text`` of a file of this name, without comments as far as that is safe by its kind."""
    path = PurePath(name)
    strip = _BY_ENDING.get(path.suffix)
    # A check's comments are the names of its conditions.
    named = path.suffix == ".sql" and path.parent.name == "check"
    return strip(text) if strip and not named else text


def python(text: str) -> str:
    """Python without comments, docstrings and empty lines."""
    lines = text.split("\n")
    tree = ast.parse(text)
    whole = _lines_in_strings(tree)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and token.start != (1, 0):
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip()
        elif token.type == tokenize.COMMENT and not token.string.startswith("#!"):
            lines[0] = ""
    for statement, alone in _docstrings(tree):
        first, last = statement.lineno - 1, _last_line(statement) - 1
        indent = lines[first][: len(lines[first]) - len(lines[first].lstrip())]
        if len(indent) != statement.col_offset or lines[last][_end_column(lines, statement) :]:
            continue  # it shares its line with another statement
        whole -= set(range(first + 1, last + 2))
        lines[first : last + 1] = [""] * (last + 1 - first)
        if alone:
            lines[first] = f"{indent}pass"
    kept = [
        line if row in whole else line.rstrip()
        for row, line in enumerate(lines, start=1)
        if row in whole or line.strip()
    ]
    return "".join(f"{line}\n" for line in kept)


def _last_line(node: ast.expr | ast.stmt) -> int:
    """The last line of what was parsed, which always has one."""
    return node.end_lineno or node.lineno


def _end_column(lines: list[str], statement: ast.stmt) -> int:
    """Where a statement ends in its last line; the tree counts in bytes."""
    encoded = lines[_last_line(statement) - 1].encode()
    return len(encoded[: statement.end_col_offset].decode())


def _lines_in_strings(tree: ast.Module) -> set[int]:
    """Lines whose end is inside of a string, or between strings that are one."""
    found: set[int] = set()
    waiting: list[ast.AST] = [tree]
    for node in waiting:
        first, last = getattr(node, "lineno", 0), getattr(node, "end_lineno", 1)
        if first == last and not getattr(node, "decorator_list", None):
            continue  # nor does anything in it go over lines
        if isinstance(node, ast.JoinedStr) or (
            isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
        ):
            found.update(range(first, last))
        waiting += ast.iter_child_nodes(node)
    return found


def _docstrings(tree: ast.Module) -> list[tuple[ast.stmt, bool]]:
    """Statements that are a string; and whether something has to stand in their place."""
    found = []
    for node in statements(tree):
        body = getattr(node, "body", None)
        if not isinstance(body, list):
            continue
        strings = [statement for statement in body if is_string(statement)]
        needed = len(strings) == len(body) and not isinstance(node, ast.Module)
        found += [(string, needed and string is strings[0]) for string in strings]
    return found


def statements(tree: ast.Module) -> list[ast.AST]:
    """A module, its statements and what holds more of them: all of its tree but expressions."""
    found: list[ast.AST] = [tree]
    for node in found:
        for name in ("body", "handlers", "orelse", "finalbody", "cases"):
            below = getattr(node, name, None)
            found += below if isinstance(below, list) else []
    return found


def is_string(node: ast.AST) -> bool:
    """Whether a statement is a string and nothing else."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def lua(text: str) -> str:
    """Lua without lines that are comments; with long brackets or lines that go on, all of it."""
    lines = text.split("\n")
    if re.search(r"\[=*\[", text) or any(line.endswith("\\") for line in lines):
        return text
    return _without(lines, ("--",), empty=True)


def sql(text: str) -> str:
    """SQL without lines that are comments; all of it where a string may go over lines."""
    lines = text.split("\n")
    kept = [line for line in lines if not line.startswith("--")]
    if any(line.count(quote) % 2 for line in kept for quote in "'\"`"):
        return text
    return _without(lines, ("--",))


def fio(text: str) -> str:
    """A job of fio without lines that are comments."""
    return _without(text.split("\n"), (";", "#"), empty=True)


def bpftrace(text: str) -> str:
    """A script without the comment at its head, and without lines that are comments."""
    text = _BT_HEAD.sub(lambda head: head[1] or "", text, count=1)
    if "/*" in text:  # a line in it may look like any other
        return text
    return _without(text.split("\n"), ("//",))


def shell(text: str) -> str:
    """A script of the shell without lines that are comments; all of it where a text may hold them.

    Such a text is a here-document, or quotes that go over lines.
    """
    first, *rest = text.split("\n")
    kept = [line for line in rest if not line.lstrip().startswith("#")]
    quoted = any(line.count(quote) % 2 for line in kept for quote in "'\"")
    if "<<" in text or quoted or any(line.endswith("\\") for line in kept):
        return text
    return "\n".join([first, _without(rest, ("#",), empty=True)])


def _without(lines: list[str], comments: tuple[str, ...], *, empty: bool = False) -> str:
    """Lines but those that are a comment, and perhaps empty ones; the last one ends, too."""
    kept = [line for line in lines if not line.lstrip().startswith(comments)]
    kept = (
        [line for line in kept if line.strip()] if empty else "\n".join(kept).rstrip().split("\n")
    )
    return "".join(f"{line}\n" for line in kept)


_BY_ENDING = {
    ".bt": bpftrace,
    ".fio": fio,
    ".lua": lua,
    ".py": python,
    ".sh": shell,
    ".sql": sql,
}
