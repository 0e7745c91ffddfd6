"""Whether a cell on this host was alone with it: what a lab may ask before and after."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Readings = list[dict[str, Any]]


class Watch:
    """Asks nothing: a cell counts as it is."""

    attempts = 1
    """How often a cell is tried that was disturbed."""

    def before(self, job: Mapping[str, Any], disk: str) -> str | None:
        """Look at the host, and at the disk before it is slow; why not to begin, or None."""
        return None

    def begin(self) -> None:
        """The cell's groups are there, and its first process is about to start."""

    def end(self) -> None:
        """The cell's last process has ended."""

    def after(self, job: Mapping[str, Any], disk: str) -> str | None:
        """Look again, when nothing holds the disk back any more; what disturbed it, or None."""
        return None

    def readings(self) -> Readings:
        """What was seen, a row each, for the cell's quietness.json; none: no such file."""
        return []
