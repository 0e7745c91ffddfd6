"""The reader of workloads whose statements the runner times itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scripts.parse.output import PhaseFiles
from scripts.parse.statements import parse_statements


def read_statements(files: PhaseFiles) -> Iterator[Any]:
    """One row per statement."""
    yield from parse_statements(files.text(), files.phase, files.source())
