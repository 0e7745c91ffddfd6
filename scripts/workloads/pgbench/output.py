"""What pgbench prints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scripts.parse.output import Output, PhaseFiles
from scripts.parse.pgbench import parse_pgbench


def read(files: PhaseFiles) -> Iterator[Any]:
    """The run, and its script's commands."""
    found = parse_pgbench(files.text(), files.phase, files.source())
    yield from (found.run, *found.commands)


OUTPUT = Output((read,))
