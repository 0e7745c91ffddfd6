"""MySQL's settings, as its performance schema describes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from scripts.engines.mysql_protocol.settings import (
    asked,
    described,
    found,
    options,
    plain_name,
    value_problem,
)
from scripts.engines.settings import BOOLEAN, INTEGER, REAL, Run, Setting

__all__ = ["ask", "found", "plain_name", "value_problem"]

_QUERY = """SELECT variable_name, data_type, min_value, max_value
FROM performance_schema.variables_metadata"""
_SERVER = ("mysqld", "--secure-file-priv=", "--mysqlx=OFF")
_KINDS = {"Integer": INTEGER, "Numeric": REAL, "Boolean": BOOLEAN}


def ask(run: Run, tree: Path) -> list[Setting]:
    """The settings of the MySQL in the layer ``tree``; it tells no choices."""
    text, rows = asked(run, tree, _SERVER, ("mysqld", "--initialize-insecure"), _QUERY)
    made = described(options(text), rows, _KINDS)
    odd = {each.name: _odd(each) for each in made if each.most.isdigit()}
    asked_for = [f"--{name}={value}" for name, value in odd.items()]
    program, *rest = _SERVER
    text = run([program, "--no-defaults", "--user=root", *rest, *asked_for, "--verbose", "--help"])
    return list(_with_steps(made, odd, text))


def _odd(setting: Setting) -> int:
    """The largest value of ones in binary that any host has memory for."""
    most = min(int(setting.most), (1 << 28) - 1)
    return (1 << (most + 1).bit_length() - 1) - 1


def _cut(line: str) -> tuple[str, str, str]:
    return line.partition(" ")


def _with_steps(settings: list[Setting], odd: dict[str, int], text: str) -> Iterator[Setting]:
    """The settings with what an odd value was rounded to a multiple of, which no table tells."""
    values = text.partition("\nVariables (--variable-name=value)")[2]
    shown = {name.replace("-", "_"): value for name, _, value in map(_cut, values.splitlines())}
    for setting in settings:
        value = shown.get(setting.name, "").strip()
        lacks = odd.get(setting.name, 0) - int(value) if value.isdigit() else 0
        step = lacks + 1
        is_step = lacks > 0 and step & lacks == 0 and step <= 1 << 20
        yield replace(setting, step=str(step)) if is_step else setting
