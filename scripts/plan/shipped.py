"""Which of the repository's studies measures a cell: what a published row's command names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scripts.plan.claims import CLAIMS_FILE
from scripts.plan.errors import ConfigError
from scripts.plan.expand import plan
from scripts.plan.read import load_study

DEFAULT = "config/config.yaml"


def studies_of_cells(root: Path) -> dict[str, tuple[str, str]]:
    """By id, the study that measures a cell, and its results folder.

    The default study goes first, as its command is the shortest; then they go by name. A study that
    can't be planned, such as a user's own draft, measures none.
    """
    found: dict[str, tuple[str, str]] = {}
    for file in _studies(root):
        try:
            planned = plan(load_study(file, root))
        except ConfigError:
            continue
        for cell in planned.cells:
            found.setdefault(cell.id, (planned.config_file, planned.results_dir))
    return found


def _studies(root: Path) -> Iterator[Path]:
    files = set((root / "config").glob("*.yaml")) - {root / CLAIMS_FILE}
    yield from sorted(files, key=lambda path: (path != root / DEFAULT, path))
