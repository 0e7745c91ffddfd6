"""How a family's engines are compiled: ``recipe.json`` and ``build.sh`` in ``<family>/source/``."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from scripts.engines.families import FOLDER, FamilyError, checked, family_names

DESCRIPTION = "recipe.json"


@dataclass(frozen=True)
class Recipe:
    """What a family's ``recipe.json`` may say.

    ``replaces`` are folders of Debian's package that what is compiled takes the place of. A source
    tree is the family's if it has the file ``sign``; the groups of ``version``, a regular
    expression for ``version_file``, are its version. ``submodules`` are those that are compiled.
    """

    replaces: tuple[str, ...]
    sign: str
    version_file: str
    version: str
    submodules: tuple[str, ...] = ()

    def version_in(self, text: str) -> str | None:
        """The version that a source tree's version file says, such as 17 or 11.8."""
        found = re.search(self.version, text, re.M)
        return ".".join(found.groups()) if found else None


def recipe_folder(family: str) -> Path:
    """The folder that tells how a family's engines are compiled."""
    return FOLDER / family / "source"


def recipe(family: str) -> Recipe:
    """How a family's engines are compiled. Raises FamilyError."""
    path = recipe_folder(family) / DESCRIPTION
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        known = ", ".join(compiled_families())
        raise FamilyError(
            f"{path}: is missing, so no engine of this family can be compiled; those of {known} can"
        ) from None
    except ValueError as error:
        raise FamilyError(f"{path}: is not valid JSON: {error}") from None
    return checked(Recipe, content, str(path))


def compiled_families() -> tuple[str, ...]:
    """The families whose engines can be compiled."""
    return tuple(name for name in family_names() if (recipe_folder(name) / DESCRIPTION).is_file())
