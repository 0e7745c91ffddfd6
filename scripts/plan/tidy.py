"""What past studies built and none of the present ones needs: gigabytes, after some changes.

Cells stay, as they are small and a study may be changed back. What they were run from is made anew
when it is wanted again.
"""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Iterable
from pathlib import Path

from scripts.plan.jobs import Plan

KINDS = ("datasets", "machines", "snapshots")
LOCK = Path(".snakemake/bandwise.lock")


class Running(Exception):
    """A study runs in this folder, and may be about to use what isn't needed yet."""


def unused(plans: Iterable[tuple[Plan, Path]]) -> dict[Path, int]:
    """The folders that no plan names, with the bytes that each takes on the disk.

    ``plans`` come with their shared folders. A folder without a job file is nobody's we know.
    """
    needed: dict[Path, set[Path]] = {}
    for plan, shared in plans:
        own = needed.setdefault(shared, set())
        for kind in KINDS:
            own |= {shared / kind / entry.id for entry in getattr(plan, kind)}
    return {
        path.parent: _bytes_on_disk(path.parent)
        for shared, kept in needed.items()
        for kind in KINDS
        for path in sorted((shared / kind).glob("*/job.json"))
        if path.parent not in kept
    }


def delete(folders: Iterable[Path]) -> None:
    """Remove the folders; what is interrupted leaves nothing that is taken for whole.

    Raises Running when a study runs here.
    """
    LOCK.parent.mkdir(exist_ok=True)
    with LOCK.open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Running(
                f"a study is running here (it holds {LOCK}): wait until it is done"
            ) from None
        for folder in folders:
            # What says that it is whole goes first, what says that it is ours last.
            for path in sorted(folder.iterdir(), key=_place):
                if path.is_dir() and not path.is_symlink():
                    shutil.rmtree(path)
                else:
                    path.unlink()
            folder.rmdir()


def _place(path: Path) -> int:
    return 2 if path.name == "job.json" else 0 if path.suffix == ".json" else 1


def _bytes_on_disk(folder: Path) -> int:
    return sum(path.stat().st_blocks * 512 for path in folder.rglob("*") if path.is_file())
