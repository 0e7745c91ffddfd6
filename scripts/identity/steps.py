"""What is made of measured cells, and of what code: rows, database, site, the list of failures.

Each costs seconds or minutes, so all bytes of its folders count, comments included.
"""

from __future__ import annotations

from functools import cache
from pathlib import PurePath

from scripts.files.hashes import ROOT, files_below, hash_of

LOCK = "envs/requirements.lock"
# Of folders that hold other things, too; what is in a folder for readers alone does not count.
CODE = {".py", ".js", ".json", ".yaml"}
FAMILIES = "scripts/engines"
STEPS = {
    "rows": (
        *("scripts/ingest", "scripts/parse", "scripts/workloads/*/output.py", f"{FAMILIES}/*.py"),
        *(f"{FAMILIES}/*/*.py", f"{FAMILIES}/*/*.yaml", LOCK),
    ),
    "database": (
        *("scripts/store", "scripts/analyse", "scripts/parse/rows", "scripts/device"),
        *("scripts/plan/claims.py", f"{FAMILIES}/*.py", f"{FAMILIES}/*/*.json"),
        *(f"{FAMILIES}/*/*.yaml", LOCK),
    ),
    "render": (
        *("scripts/site", "scripts/device", f"{FAMILIES}/families.js"),
        *(f"{FAMILIES}/*/*.json", LOCK),
    ),
    "complete": ("scripts/verify",),
}


@cache
def step(name: str) -> str:
    """The hash of what makes a step of ``STEPS``."""
    return hash_of(path for pattern in STEPS[name] for path in _files(pattern))[:16]


def _files(pattern: str) -> list[str]:
    found = [str(path.relative_to(ROOT)) for path in ROOT.glob(pattern)]
    files = [file for path in found for file in files_below(path)]
    return [file for file in files if file == LOCK or PurePath(file).suffix in CODE]
