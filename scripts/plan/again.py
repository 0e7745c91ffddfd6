"""Which failures are worth another try: what they failed of is no longer so.

A failure in a guest is an outcome like any other, and stays. It goes when the limit of time that it
ran into has changed, or when what failed first was made again, is about to be, or was deleted.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from scripts.files import read_file
from scripts.jobs import Job
from scripts.plan.jobs import Plan


def to_try_again(plan: Plan, results: Path, shared: Path, passing: Collection[str]) -> list[Path]:
    """The manifests of failures to be made again, in the order in which they are made.

    ``passing``: the snapshots whose files are deleted when their cells have been measured.
    """
    again: list[Path] = []
    gone_by_design = {shared / "snapshots" / name / "snapshot.json" for name in passing}
    for manifest, job in _manifests(plan, results, shared):
        failed = _failure_in(manifest)
        if failed is None:
            continue
        limits, upstream = failed.get("limits"), failed.get("upstream")
        first = shared / upstream if upstream else None
        if (limits is not None and limits != job["limits"]) or (
            first
            and (first in again or not (_failure_in(first) or _is_gone(first, gone_by_design)))
        ):
            again.append(manifest)
    return again


def _manifests(plan: Plan, results: Path, shared: Path) -> Iterator[tuple[Path, Job]]:
    """Each manifest with its job, what others need before what needs it."""
    for kind, entries in (
        ("dataset", plan.datasets),
        ("machine", plan.machines),
        ("snapshot", plan.snapshots),
    ):
        for entry in entries:
            yield shared / f"{kind}s" / entry.id / f"{kind}.json", entry.job
    for cell in plan.cells:
        yield results / "cells" / cell.id / "outcome.json", cell.job


def _failure_in(manifest: Path) -> dict[str, Any] | None:
    """The content of a manifest that says that its job failed."""
    try:
        content = json.loads(read_file(manifest))
    except (OSError, ValueError):
        return None
    failed = isinstance(content, dict) and content.get("status") in ("failed", "timed_out")
    return content if failed else None


def _is_gone(manifest: Path, by_design: Collection[Path]) -> bool:
    return manifest in by_design and not manifest.exists()
