"""What columns mean: ``sql/columns/*.yaml`` by name, and the table of the device's settings.

``cells.workload`` there is the column of that table or view alone, where the name means another
thing elsewhere.
"""

from __future__ import annotations

from pathlib import Path

from scripts.device.table import SETTINGS
from scripts.device.words import words_of
from scripts.values.plain_yaml import load_yaml

FOLDER = "sql/columns"


def load_comments(repository: Path) -> dict[str, str]:
    """All comments by name or by ``relation.name``."""
    found = {setting.name: words_of(setting).text for setting in SETTINGS}
    for path in sorted((repository / FOLDER).glob("*.yaml")):
        found |= load_yaml(path.read_text(encoding="utf-8"))
    return found


def comment_on(comments: dict[str, str], relation: str, column: str) -> str | None:
    """The comment on a column of a table or view; none for a column without a description."""
    return comments.get(f"{relation}.{column}", comments.get(column))
