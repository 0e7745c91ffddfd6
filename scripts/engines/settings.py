"""What an engine's settings are called and may be: the lists in ``envs/``, checked before a run.

``envs/<engine>.settings.tsv`` has a line for each setting that a configuration file may set, as the
engine of the locked layer says of itself: ``python -m scripts.layers.settings`` writes it. How
names and values are written is the family's: ``settings.py`` in its folder.
"""

from __future__ import annotations

import csv
import importlib
import io
from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass, fields
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from scripts.engines.families import FOLDER, FamilyError, checked, family_of, parts_of
from scripts.values.messages import unknown
from scripts.values.plain_yaml import load_yaml

ABOUT = "settings.yaml"
ENDING = ".settings.tsv"
BOOLEAN, INTEGER, REAL, CHOICE, CHOICES, TEXT = (
    *("boolean", "integer", "real"),
    *("choice", "choices", "text"),
)
# Runs a program inside of an engine's layer and returns its output.
Run = Callable[[list[str]], str]


@dataclass(frozen=True)
class Setting:
    """A setting as its engine describes it; what the engine does not say is empty.

    ``step`` is what an integer is rounded to a multiple of, ``unit`` what a bare number counts, and
    ``choices`` are the words that it may be, or be made of.
    """

    name: str
    kind: str
    least: str = ""
    most: str = ""
    step: str = ""
    unit: str = ""
    choices: str = ""


@dataclass(frozen=True)
class About:
    """What a family says of its settings in ``settings.yaml``.

    ``of_lab`` are settings that the lab needs as they are, with what to set in place of each.
    ``log`` are regular expressions of lines in the server's log: with groups ``setting`` and
    perhaps ``runs_with``, or with groups named by settings. ``read_back`` has the measure that
    tells of a setting.
    """

    of_lab: dict[str, str]
    log: tuple[str, ...] = ()
    read_back: dict[str, str] | None = None


@cache
def about(family: str) -> About:
    """What a family and the parts that it shares say of settings. Raises FamilyError."""
    of_lab: dict[str, str] = {}
    log: list[str] = []
    read_back: dict[str, str] = {}
    for part in parts_of(family):
        path = FOLDER / part / ABOUT
        if path.is_file():
            content = load_yaml(path.read_text(encoding="utf-8"))
            said = checked(About, {"of_lab": {}, **content}, str(path))
            of_lab |= said.of_lab
            log += said.log
            read_back |= said.read_back or {}
    return About(of_lab, tuple(log), read_back)


@cache
def rules_of(family: str) -> ModuleType | None:
    """How a family writes names and values; None for one that says nothing of its settings."""
    if not (FOLDER / family / "settings.py").is_file():
        return None
    return importlib.import_module(f"scripts.engines.{family}.settings")


@cache
def settings_of(path: Path) -> dict[str, Setting]:
    """The list in a file by name; empty where there is none. Raises FamilyError."""
    if not path.is_file():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    names = [field.name for field in fields(Setting)]
    rows = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    if next(rows, None) != names:
        raise FamilyError(f"{path}: should begin with the columns {', '.join(names)}")
    return {row[0]: Setting(*row) for row in rows}


def list_text(made_of: str, settings: Iterable[Setting]) -> str:
    """A list's file: what it was made of, the columns, and a line for each setting."""
    text = io.StringIO()
    text.write(f"# {made_of}\n")
    writer = csv.writer(text, delimiter="\t", quoting=csv.QUOTE_NONE, lineterminator="\n")
    writer.writerow([field.name for field in fields(Setting)])
    writer.writerows(astuple(each) for each in sorted(settings, key=lambda each: each.name))
    return "".join(f"{line.rstrip()}\n" for line in text.getvalue().splitlines())


def list_path(root: Path, engine: str) -> Path:
    """Where an engine's list is."""
    return root / "envs" / f"{engine}{ENDING}"


def setting_problem(root: Path, engine: str, name: str, value: Any) -> str | None:
    """What is wrong with a setting for an engine, or None.

    Of an engine without a list only the lab's own settings are known.
    """
    rules = rules_of(family_of(engine))
    if rules is None:
        return None
    plain = rules.plain_name(name)
    lab = about(family_of(engine)).of_lab
    if plain in lab:
        instead = lab[plain] or "leave it out"
        return f"{name} is set by the lab, which relies on it: {instead}"
    known = settings_of(list_path(root, engine))
    if not known:
        return None
    setting = rules.found(plain, known)
    if setting is None:
        close = unknown("setting", plain, known).partition("known: ")[0].rstrip(" (")
        hint = f"{close})" if "(" in close else close
        return f"{hint}: a configuration file of {engine} has no such setting"
    problem = rules.value_problem(setting, plain, str(value).strip())
    return f"{name} {problem} in {engine} (got {value})" if problem else None
