"""The words of the table: each setting's label and sentence, read from the table's docstrings."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from scripts.device import table
from scripts.device.setting import Setting


@dataclass(frozen=True)
class Words:
    """``label`` names a setting, without its unit; ``text`` goes on with what it does."""

    label: str
    text: str


def words_of(setting: Setting) -> Words:
    """The documentation of a row.

    Raises ValueError for a row without a label, a colon and a sentence below it.
    """
    text = _docstrings().get(setting.name, "")
    label, colon, _ = text.partition(": ")
    if not colon:
        raise ValueError(
            f"{table.__file__}: {setting.name} needs its documentation in a string below it: "
            "a label, a colon, a sentence"
        )
    return Words(label, text)


@cache
def _docstrings() -> dict[str, str]:
    tree = ast.parse(Path(table.__file__).read_text(encoding="utf-8"))
    (rows,) = (node for node in tree.body if isinstance(node, ast.ClassDef))
    found: dict[str, str] = {}
    name = ""
    for node in rows.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
        elif name and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found[name] = " ".join(str(node.value.value).split())
            name = ""
    return found
