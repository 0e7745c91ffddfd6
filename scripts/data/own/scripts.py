"""A folder's scripts: transactions in SQL, or a script of sysbench's as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from scripts.data.own.content import Content
from scripts.data.own.errors import fail
from scripts.data.own.tables import Schema
from scripts.data.own.transactions import Script, read_script

NAME = re.compile(r"[A-Za-z0-9_]+")
_REQUIRED = re.compile(r'\brequire\s*\(?\s*["\'](\w+)["\']')
_EVENT = re.compile(r"^\s*function\s+event\s*\(|^\s*event\s*=", re.MULTILINE)


def read_own_script(path: Path, schema: Schema, contents: Mapping[str, Content]) -> Script | None:
    """The transactions of a file; None for Lua, which goes as it is. Raises OwnError."""
    if not NAME.fullmatch(path.stem):
        raise fail(path.name, None, "must be named by letters, digits and _ alone")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise fail(path.name, None, "is not UTF-8 text") from None
    if path.suffix == ".sql":
        return read_script(text, path.name, schema, contents)
    return None


def is_script(path: Path) -> bool:
    """Whether a file is one, and no module that others of the folder require."""
    if path.suffix != ".lua":
        return True
    return bool(_EVENT.search(path.read_text(encoding="utf-8", errors="replace")))


def needed(path: Path) -> list[str]:
    """The names of the files of its folder that a script in Lua requires, directly or not."""
    found: list[str] = []
    waiting = [path]
    while waiting:
        current = waiting.pop()
        if current.suffix != ".lua":
            continue
        for name in re.findall(_REQUIRED, current.read_text(encoding="utf-8")):
            other = path.with_name(f"{name}.lua")
            if other.is_file() and other.name not in [path.name, *found]:
                found.append(other.name)
                waiting.append(other)
    return sorted(found)
