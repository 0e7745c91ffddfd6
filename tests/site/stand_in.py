"""Quarto's stand-in on PATH."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
STAND_IN = Path(__file__).with_name("quarto_stand_in.py")


def install_stand_in(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Put a `quarto` on PATH, into a new folder in `folder`."""
    (folder / "bin").mkdir()
    program = folder / "bin/quarto"
    # By this Python, which has pandoc.
    program.write_text(f"#!{sys.executable}\n" + STAND_IN.read_text().partition("\n")[2])
    program.chmod(0o755)
    patch.setenv("PATH", str(folder / "bin"), prepend=":")
    patch.setenv("STAND_IN_REPOSITORY", str(REPOSITORY))
