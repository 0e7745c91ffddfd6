"""Two runs of a cell, byte by byte: the files they left, by their SHA-256."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scripts.files.digests import sha256_of

# The job is what was asked, and wall time is the one thing in which two runs may differ.
NOT_COMPARED = ("job.json", "timing.json")


def digests(folder: Path) -> dict[str, str]:
    """SHA-256 of every file below a cell's folder that a re-run must give again."""
    return {
        str(path.relative_to(folder)): sha256_of(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and str(path.relative_to(folder)) not in NOT_COMPARED
    }


def compare(stored: Path, again: Path) -> dict[str, Any]:
    """What differs between a stored cell and its re-run.

    Returns:
        ``{"cell_id", "files", "identical", "differing": {file: "differs" | "missing" | "new"}}``.
    """
    old, new = digests(stored), digests(again)
    differing = {}
    for name in sorted(old.keys() | new.keys()):
        if name not in new:
            differing[name] = "missing"
        elif name not in old:
            differing[name] = "new"
        elif old[name] != new[name]:
            differing[name] = "differs"
    return {
        "cell_id": stored.name,
        "files": len(old),
        "identical": not differing,
        "differing": differing,
    }


def report_lines(comparison: dict[str, Any]) -> list[str]:
    """A comparison for people: one line, and one more for each file that differs."""
    name, count = comparison["cell_id"], comparison["files"]
    if comparison["identical"]:
        return [f"{name}: identical, {count} files"]
    lines = [f"{name}: {len(comparison['differing'])} of {count} files are not the same"]
    return lines + [f"  {file}: {how}" for file, how in comparison["differing"].items()]


def write_comparison(comparison: dict[str, Any], path: Path) -> None:
    """Write a comparison beside and rename it."""
    beside = path.with_name(f".{path.name}.new")
    beside.write_text(json.dumps(comparison, indent=2) + "\n", encoding="utf-8")
    beside.replace(path)
