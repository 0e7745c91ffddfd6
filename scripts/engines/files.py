"""Names for an engine's own files that are numbered, such as those of PostgreSQL's catalogue.

``files.txt`` in the family's folder has a number and a name a line.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from scripts.engines.families import FOLDER

FILE = "files.txt"


@cache
def file_names(family: str) -> Mapping[int, str]:
    """What files of these numbers are in any server of the family; empty where none is numbered."""
    path = FOLDER / family / FILE
    if not path.exists():
        return {}
    lines = (line.split(maxsplit=1) for line in path.read_text(encoding="utf-8").splitlines())
    return {int(number): name for number, name in lines}
