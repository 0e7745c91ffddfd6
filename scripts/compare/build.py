"""Building the sides that are compiled, ahead of all that is measured."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from scripts.compare.errors import FULL, CompareError, SideError
from scripts.compare.sides import Side


def build_sides(sides: Sequence[Side], study: Path, shared: Path, cores: str) -> None:
    """Compile what isn't there, so that one that does not compile costs no cell.

    Raises SideError with the compiler's last error, and its log.
    """
    layers = {side.layer: shared / "layers" / side.layer / "layer.json" for side in sides}
    missing = {layer: built for layer, built in layers.items() if not built.exists()}
    if not missing:
        return
    # A compilation leaves one where it fails, and this run's is not an earlier one's.
    failures = {layer: shared / "layers" / f"{layer}.failed.log" for layer in missing}
    before = {layer: _written(failures[layer]) for layer in missing}
    command = [sys.executable, "-m", "snakemake", "--cores", cores, *map(str, missing.values())]
    if not subprocess.run([*command, "--configfile", str(study)], check=False).returncode:
        return
    for layer, failure in failures.items():
        if _written(failure) != before[layer]:
            reason = _last_line(shared / "logs" / "layers" / f"{layer}.log")
            raise (CompareError if FULL in reason else SideError)(reason)
    raise CompareError("a layer could not be built: see above, and run again")


def _written(file: Path) -> int | None:
    return file.stat().st_mtime_ns if file.exists() else None


def _last_line(log: Path) -> str:
    text = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
    last = (text.strip() or f"{log}: says nothing").splitlines()[-1]
    return last.removeprefix("error: ")
