"""What the emulator is built from, whichever kernel it is built for."""

from __future__ import annotations

from pathlib import Path

_PATTERNS = ("*.c", "*.h", "Kbuild", "Makefile")
# Takes some 20 s.
MAKE_S = 1800.0


def sources_in(folder: Path) -> list[Path]:
    """The emulator's sources in a folder, in the same order everywhere."""
    return sorted(path for pattern in _PATTERNS for path in folder.glob(pattern))
