"""The families of engines: their names, what ``family.json`` says of each, who belongs to which."""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from scripts.values.messages import listed

FOLDER = Path(__file__).parent
DESCRIPTION = "family.json"


class FamilyError(Exception):
    """A family's folder can't be used: one sentence that names file, key and what is allowed."""


@dataclass(frozen=True)
class Family:
    """What a family's ``family.json`` may say; README.md beside this explains each key.

    ``colour_of_others`` and ``versions`` are for charts; ``old_versions_are`` says which of two
    engines a drawing shows.
    """

    name: str
    rank: int
    dialect: str
    server_packages: str
    server_program: str
    colour_of_others: str
    versions: dict[str, dict[str, str]]
    old_versions_are: str
    shares: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    settings_of_data: tuple[str, ...] = ()
    page_bytes: int = 16384
    numbers_files_from: int | None = None


def family_of(engine: str) -> str:
    """The family of an engine, by its name: ``postgresql-17`` belongs to ``postgresql``."""
    return engine.partition("-")[0]


@cache
def family_names() -> tuple[str, ...]:
    """Names of all families, in the order of their ranks; each is the name of its folder."""
    found = (path.parent.name for path in FOLDER.glob(f"*/{DESCRIPTION}"))
    return tuple(sorted(found, key=lambda name: (family(name).rank, name)))


@cache
def family(name: str) -> Family:
    """What a family's folder says. Raises FamilyError."""
    path = FOLDER / name / DESCRIPTION
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        known = ", ".join(sorted(found.parent.name for found in FOLDER.glob(f"*/{DESCRIPTION}")))
        raise FamilyError(f"{path}: there is no family {name}; known are {known}") from None
    except ValueError as error:
        raise FamilyError(f"{path}: is not valid JSON: {error}") from None
    made = checked(Family, content, str(path))
    for shared in made.shares:
        if not (FOLDER / shared).is_dir():
            raise FamilyError(f"{path}: shares: there is no folder {FOLDER / shared}")
    return made


def checked(kind: type, content: Any, where: str) -> Any:
    """An object of a dataclass from what a file says, lists as tuples.

    Raises FamilyError for a key that is unknown or missing.
    """
    if not isinstance(content, dict):
        raise FamilyError(f"{where}: should be an object of keys and values")
    known = {field.name: field for field in fields(kind)}
    for key in content.keys() - known.keys():
        raise FamilyError(f"{where}: {key}: unknown key; known are {', '.join(known)}")
    for key, field in known.items():
        if key not in content and field.default is MISSING and field.default_factory is MISSING:
            raise FamilyError(f"{where}: {key}: is missing")
    return kind(
        **{key: tuple(v) if isinstance(v, list) else v for key, v in content.items()},
    )


def parts_of(name: str) -> tuple[str, ...]:
    """The folders that a family consists of: those that it shares with others, then its own."""
    return (*family(name).shares, name)


def with_tool(tool: str) -> tuple[str, ...]:
    """Names of the families that a load generator, such as HammerDB, can drive."""
    return tuple(name for name in family_names() if tool in family(name).tools)


def undriven(tool: str, key: str, engine: str) -> tuple[str, str] | None:
    """The key of a cell that is wrong, and why, if a tool can't drive an engine."""
    drives = with_tool(tool.lower())
    if family_of(engine) in drives:
        return None
    return key, f"{tool} drives {listed(drives)} here, and not {engine}"
