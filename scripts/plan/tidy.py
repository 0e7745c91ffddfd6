"""What past studies built and none of the present ones needs: gigabytes, after some changes.

Cells stay, as they are small and a study may be changed back. What they were run from is made again
when it is wanted again, and so are the layers of patches and commits, from compiled objects that
are kept. Two kinds of folders stay unless they are asked for: what HammerDB made,
as it takes half a day and studies without the key `hammerdb` don't plan it; and what a study needs
that is not among those that were read, but whose plan.json lies beside.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scripts.engines.layer_files import FOLDERS
from scripts.files import read_file
from scripts.files.locks import hold, run_locks
from scripts.plan.jobs import Plan

KINDS = {"datasets": "dataset_id", "machines": "machine_id", "snapshots": "snapshot_id"}
DERIVED = Path(FOLDERS[1])
OF_HAMMERDB = "made with HammerDB; --hammerdb deletes it, too"


@dataclass(frozen=True)
class Unused:
    """Folders that no plan names: those to delete with their bytes, those to keep with why."""

    folders: dict[Path, int] = field(default_factory=dict)
    kept: dict[Path, str] = field(default_factory=dict)


def unused(
    plans: Iterable[tuple[Plan, Path]], *, with_hammerdb: bool = False, only_these: bool = False
) -> Unused:
    """The folders that no plan names; ``plans`` come with their shared folders.

    A folder without a job file belongs to no study that is known. With ``only_these``, the
    plan.json of other studies keep nothing.
    """
    needed: dict[Path, set[Path]] = {}
    files: set[str] = set()
    results: set[Path] = set()
    for plan, shared in plans:
        own = needed.setdefault(shared, set())
        own |= {shared / "layers" / layer.id for layer in plan.layers}
        for kind in KINDS:
            own |= {shared / kind / entry.id for entry in getattr(plan, kind)}
        files.add(plan.config_file)
        results.add(Path(plan.results_dir))
    others = {} if only_these else _needed_by_others({*needed, *results}, files)
    found = Unused()
    for shared, own in needed.items():
        for kind, record in _records(shared):
            folder = record.parent
            if folder in own:
                continue
            if (kind, folder.name) in others:
                found.kept[folder] = others[kind, folder.name]
            elif not with_hammerdb and "hammerdb" in _read(record).get("tools", {}):
                found.kept[folder] = OF_HAMMERDB
            else:
                found.folders[folder] = _bytes_on_disk(folder)
    return found


def _records(shared: Path) -> Iterable[tuple[str, Path]]:
    """What says how a folder was made, with its kind: of layers those of patches and commits."""
    for kind in KINDS:
        for record in sorted((shared / kind).glob("*/job.json")):
            yield kind, record
    for file in sorted(DERIVED.glob("*.yaml")):
        if (record := shared / "layers" / file.stem / "layer.json").is_file():
            yield "layers", record


def _needed_by_others(folders: Iterable[Path], files: set[str]) -> dict[tuple[str, str], str]:
    """What the plans in or just below these folders need, but for those of the studies in files."""
    needed = {}
    records = {path for folder in folders for path in folder.glob("plan.json")}
    records |= {path for folder in folders for path in folder.glob("*/plan.json")}
    for path in sorted(records):
        plan = _read(path)
        study = (plan.get("study") or {}).get("config_file")
        if study is None or study in files:
            continue
        for kind, key in KINDS.items():
            for job in plan.get(kind, []):
                needed[kind, job[key]] = f"needed by {study}, as {path} says"
        for layer in plan.get("layers", []):
            needed["layers", layer] = f"needed by {study}, as {path} says"
    return needed


def _read(path: Path) -> dict[str, Any]:
    """A JSON object; an empty one where the file holds none, which names no HammerDB either."""
    try:
        found = json.loads(read_file(path))
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def delete(folders: Iterable[Path]) -> None:
    """Remove the folders; what is interrupted leaves nothing that is taken for whole.

    Raises LockedError when a study runs here, or in another checkout that shares the folder.
    """
    folders = list(folders)
    with ExitStack() as locks:
        for shared in sorted({folder.parents[1] for folder in folders}):
            for file in run_locks(shared):
                locks.enter_context(hold(file))
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
