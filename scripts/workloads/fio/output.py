"""What fio prints as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scripts.parse.fio import parse_fio
from scripts.parse.output import Output, PhaseFiles


def read(files: PhaseFiles) -> Iterator[Any]:
    """Jobs by direction, and messages."""
    found = parse_fio(files.text(), files.phase, files.source())
    yield from (*found.jobs, *found.messages)


OUTPUT = Output((read,))
