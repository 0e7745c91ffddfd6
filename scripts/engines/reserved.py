"""Words that are no names unless quoted, as an engine of each family has listed them.

They are in ``reserved.txt`` in the family's folder, which ``python -m scripts.own words`` writes.
"""

from __future__ import annotations

from functools import cache

from scripts.engines.families import FOLDER

FILE = "reserved.txt"


@cache
def reserved() -> frozenset[str]:
    """The words of all families."""
    lines = (
        line
        for path in FOLDER.glob(f"*/{FILE}")
        for line in path.read_text(encoding="ascii").splitlines()
        if not line.startswith("#")
    )
    return frozenset(word for line in lines for word in line.split())
