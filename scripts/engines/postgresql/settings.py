"""PostgreSQL's settings: how they are written, and how a server lists its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from scripts.engines.settings import BOOLEAN, CHOICE, INTEGER, REAL, Run, Setting

_FOLDER = "/tmp/settings"
_LIST = f"""COPY (SELECT name, vartype, min_val, max_val, '', unit,
array_to_string(enumvals, ',') FROM pg_settings WHERE context <> 'internal' ORDER BY name)
TO '{_FOLDER}/answer.tsv' WITH (NULL '')"""
_KINDS = {"bool": BOOLEAN, "integer": INTEGER, "real": REAL, "enum": CHOICE}
_BYTES = {"B": 1, "kB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30, "TB": 1 << 40}
_S = 10**6
_US = {"us": 1, "ms": 10**3, "s": _S, "min": 60 * _S, "h": 3600 * _S, "d": 86400 * _S}
_NUMBER = re.compile(
    r"([-+]?(?:0x[0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?))\s*([a-zA-Z]*)"
)
_WORDS = ("on", "off", "true", "false", "yes", "no", "1", "0")


def plain_name(name: str) -> str:
    """The name as pg_settings has it: capitals say nothing."""
    return name.strip().lower()


def found(name: str, known: Mapping[str, Setting]) -> Setting | None:
    """The setting of a plain name, or None."""
    return {plain_name(each): setting for each, setting in known.items()}.get(name)


def value_problem(setting: Setting, _name: str, value: str) -> str | None:
    """What is wrong with a value, or None."""
    value = value[1:-1] if re.fullmatch(r"'[^']*'", value) else value
    if setting.kind in (INTEGER, REAL):
        return _number_problem(setting, value)
    choices = setting.choices.split(",") if setting.kind == CHOICE else []
    if setting.kind == BOOLEAN or {"on", "off"} <= set(choices):
        choices += _WORDS
    if choices and value.lower() not in choices:
        return f"must be one of {setting.choices.replace(',', ', ') or 'on, off'}"
    return None


def _number_problem(setting: Setting, value: str) -> str | None:
    match = _NUMBER.fullmatch(value)
    units = _units(setting.unit)
    if not match or (match[2] and match[2] not in units):
        with_unit = f" with one of the units {', '.join(units)}" if units else ""
        return f"must be a number{with_unit}"
    number = float(int(match[1], 16)) if "0x" in match[1] else float(match[1])
    if match[2]:
        number *= units[match[2]] / _base(setting.unit)
    if setting.kind == INTEGER:
        number = round(number)
    unit = f" {setting.unit}" if setting.unit else ""
    unit = f" times{unit}" if unit[1:2].isdigit() else unit
    if setting.least and number < float(setting.least):
        return f"must be >= {setting.least}{unit}"
    if setting.most and number > float(setting.most):
        return f"must be <= {setting.most}{unit}"
    return None


def _units(unit: str) -> dict[str, int]:
    """The units that a setting counted in ``unit`` takes: of memory or of time, or none."""
    if not unit:
        return {}
    return _US if unit in _US else _BYTES


def _base(unit: str) -> int:
    """``unit`` in bytes or microseconds: "8kB" is a page."""
    if unit in _US:
        return _US[unit]
    match = re.fullmatch(r"(\d*)(\w+)", unit)
    assert match
    return int(match[1] or 1) * _BYTES[match[2]]


def ask(run: Run, tree: Path) -> list[Setting]:
    """The settings of the PostgreSQL in the layer ``tree``, which has to be asked as its user."""
    (version,) = (tree / "usr/lib/postgresql").iterdir()
    programs = f"/usr/lib/postgresql/{version.name}/bin"
    run(["install", "-d", "-o", "postgres", _FOLDER])
    account = "setpriv --reuid=postgres --regid=postgres --clear-groups"
    make = f"{account} {programs}/initdb -D {_FOLDER}/data --locale=C.UTF-8 --no-sync"
    # In a server of its own: one line is one statement.
    ask = f"{account} {programs}/postgres --single -D {_FOLDER}/data template1"
    statement = " ".join(_LIST.split())
    run(["sh", "-ec", f'{make} >&2; echo "$1" | {ask}', "sh", statement])
    rows = (tree / _FOLDER.lstrip("/") / "answer.tsv").read_text(encoding="utf-8")
    cells = (row.split("\t") for row in rows.splitlines())
    return [Setting(name, _KINDS.get(kind, "text"), *rest) for name, kind, *rest in cells]
