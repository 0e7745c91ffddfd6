"""Runs of a task of the lab beside the workflow: started, watched, and what they left compared."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from pathlib import Path

# What two runs do not share.
OF_THE_HOST = ("job.json", "timing.json")


def start(task: str, shared: Path, out: Path) -> subprocess.Popen:
    """Do a task as the workflow does it, by the job in ``out``, but with results of its own."""
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "scripts.lab", task, "--job", out / "job.json"),
            *("--shared", shared, "--out", out),
        ]
    )


def qemus_of(runs: list[subprocess.Popen]) -> list[int]:
    """The processes that runs have started: their QEMUs."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            found += [int(stat.parent.name)] if int(fields[1]) in {run.pid for run in runs} else []
    return found


def left_by(out: Path) -> dict[str, Path]:
    """The files that a task left, by name."""
    found = {str(path.relative_to(out)): path for path in out.rglob("*") if path.is_file()}
    return {name: path for name, path in found.items() if name not in OF_THE_HOST}


def differing(first: dict[str, Path], second: dict[str, Path]) -> list[str]:
    """The names of files that are not the same in both, or that one of them lacks."""
    return sorted(
        name
        for name in first.keys() | second.keys()
        if not (name in first and name in second)
        or first[name].read_bytes() != second[name].read_bytes()
    )
