"""Settings of servers that grew from MySQL: how they are written, how a server lists its own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from scripts.engines.settings import (
    BOOLEAN,
    CHOICE,
    CHOICES,
    INTEGER,
    REAL,
    TEXT,
    Run,
    Setting,
)

# Ahead of any option's name: what it is then set to, or that it may be unknown.
_SWITCHES = ("skip_", "disable_", "enable_")
_LOOSE = "loose_"
_SUFFIXES = {letter: 1024**power for power, letter in enumerate("KMGTPE", start=1)}
_NUMBER = re.compile(r"[-+]?\d+")
_REAL = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?")
_WORDS = {"ON", "OFF", "TRUE", "FALSE", "1", "0"}
# "  -a, --ansi   Use ..." or "  --alter-algorithm[=name]": a letter, a name, what it takes.
_OPTION = re.compile(r"^ {2}(?:-., )?--([a-zA-Z0-9-]+)(?:\[?=(#|name)\]?)?(?= |$)", re.MULTILINE)
_KINDS = {"": BOOLEAN, "#": INTEGER, "name": TEXT}
# Options that make a server do something else than serve.
_OTHERS = {
    *("help", "verbose", "version", "print_defaults", "no_defaults", "bootstrap", "daemonize"),
    *("initialize", "initialize_insecure", "validate_config", "gdb"),
}


def plain_name(name: str) -> str:
    """The name as variables have it: a dash is an underscore, and ``loose_`` says nothing."""
    return name.strip().replace("-", "_").removeprefix(_LOOSE)


def found(name: str, known: Mapping[str, Setting]) -> Setting | None:
    """The setting that a plain name means, or None: ``skip_x`` is x, switched off."""
    if name in known:
        return known[name]
    for switch in _SWITCHES:
        setting = known.get(name.removeprefix(switch))
        if name.startswith(switch) and setting and setting.kind in (BOOLEAN, CHOICE, TEXT):
            return Setting(name, BOOLEAN)
    return None


def value_problem(setting: Setting, _name: str, value: str) -> str | None:
    """What is wrong with a value, or None. What a server would adjust is wrong, too."""
    if setting.kind == BOOLEAN:
        return None if value.upper() in _WORDS else "must be ON or OFF"
    if setting.kind == INTEGER:
        return _integer_problem(setting, value)
    if setting.kind == REAL:
        if not _REAL.fullmatch(value):
            return "must be a number"
        return _range_problem(setting, float(value), float)
    choices = setting.choices.split(",") if setting.choices else []
    if not choices or _NUMBER.fullmatch(value):
        return None  # a number is a place among the choices, or bits of them
    words = value.split(",") if setting.kind == CHOICES else [value]
    known = {choice.upper() for choice in choices}
    if {"ON", "OFF"} <= known:
        known |= _WORDS
    if any(word.strip().upper() not in known for word in words if word):
        return f"must be {'of' if setting.kind == CHOICES else 'one of'} {', '.join(choices)}"
    return None


def _integer_problem(setting: Setting, value: str) -> str | None:
    factor = _SUFFIXES.get(value[-1:].upper(), 1)
    digits = value[:-1] if factor > 1 else value
    if not _NUMBER.fullmatch(digits):
        return "must be a whole number, perhaps with K, M or G behind it"
    number = int(digits) * factor
    if problem := _range_problem(setting, number, int):
        return problem
    step = int(setting.step or 1)
    return f"must be a multiple of {step}" if number % step else None


def _range_problem(setting: Setting, number: float, kind: type) -> str | None:
    if setting.least and number < kind(setting.least):
        return f"must be >= {setting.least}"
    if setting.most and number > kind(setting.most):
        return f"must be <= {setting.most}"
    return None


def options(help_text: str) -> list[Setting]:
    """The options of ``--verbose --help``, each of the kind that its usage has."""
    usage = help_text.partition("\nVariables (--variable-name=value)")[0]
    kinds = {name.replace("-", "_"): takes for name, takes in _OPTION.findall(usage)}
    return [Setting(name, _KINDS[kinds[name]]) for name in sorted(kinds.keys() - _OTHERS)]


def described(options: Sequence[Setting], rows: str, kinds: Mapping[str, str]) -> list[Setting]:
    """The options with what a server's table says of the variables of their names.

    ``rows`` has name, type, least, most, step and choices, as the server writes them to a file, and
    ``kinds`` the kind of a type.
    """
    about = {}
    for row in rows.splitlines():
        name, kind, *rest = ("" if cell == "\\N" else cell for cell in row.split("\t"))
        about[name.lower()] = (kinds.get(kind, TEXT), rest)
    made = []
    for option in options:
        kind, rest = about.get(option.name.lower(), (option.kind, []))
        if option.kind == BOOLEAN or (option.kind == TEXT and kind not in (CHOICE, CHOICES)):
            made.append(option)  # its variable says that it is on where the option has a value
            continue
        least, most, step, choices = (*rest, *[""] * (4 - len(rest)))
        if kind in (INTEGER, REAL):
            step = "" if step in ("0", "1") else step
            made.append(Setting(option.name, kind, least, most, step))
        else:
            made.append(Setting(option.name, kind, choices=choices))
    return made


def asked(
    run: Run, tree: Path, server: Sequence[str], install: Sequence[str], query: str
) -> tuple[str, str]:
    """The help text of a server in the layer ``tree``, and what it answers to a query, once.

    ``server`` is the command of the server, and ``install`` that of the program that makes its
    system tables; both get the folder of the data.
    """
    folder = tree / "tmp/settings"
    folder.mkdir(parents=True)
    answer = "/tmp/settings/answer.tsv"
    (folder / "query.sql").write_text(f"{query} INTO OUTFILE '{answer}';\nSHUTDOWN;\n")
    where = ["--user=root", "--datadir=/tmp/settings/data"]
    run([install[0], "--no-defaults", *where, *install[1:]])
    program, *rest = server
    quiet = ["--skip-networking", "--socket=/tmp/settings/socket"]
    run([program, "--no-defaults", *where, *rest, *quiet, "--init-file=/tmp/settings/query.sql"])
    # As a server on its own: without an account, as these programs refuse to serve as root.
    text = run([program, "--no-defaults", "--user=root", *rest, "--verbose", "--help"])
    return text, (tree / answer.lstrip("/")).read_text(encoding="utf-8")
