"""An entry: a folder with what was measured of a cell, named by the cell's id and its recipe.

It never changes, and its digest is written last, so that rsync and the like may fill a folder of
entries: one that is not whole yet has no digest, or another.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scripts.files import NotAFileError, read_file, sync, write_whole
from scripts.files.digests import sha256_of, sha256_of_tree

MANIFEST, DIGEST = "outcome.json", "whole.sha256"
# What a cell's folder holds beside its job; the manifest goes last, as elsewhere.
NAMES = ("outbox", "console.log", "timing.json", "provenance.json", MANIFEST)


class ShareError(Exception):
    """A cell can't be shared or taken; the message names the file and the fix."""


def write_entry(cell: Path, entry: Path, images: Mapping[str, str]) -> None:
    """Copy a measured cell into an entry.

    ``images``: by layer, the SHA-256 of the image, or of the source, that the recipe names.

    Raises ShareError for a cell that is not done, and for one that had other images.
    """
    outcome = _object(cell / MANIFEST)
    if outcome.get("status") != "done":
        raise ShareError(f"{cell}: it is {outcome.get('status')}, and only what is done is shared")
    provenance = _object(cell / "provenance.json")
    for layer, image in images.items():
        had = provenance.get(f"layer.{layer}")
        if image not in (had, provenance.get(f"layer.{layer}.source")):
            raise ShareError(
                f"{cell}/provenance.json: its layer {layer} had the image {str(had)[:12]}, and "
                f"envs/{layer}.lock.yaml names {image[:12]}: build the layer and measure again"
            )
    shutil.rmtree(entry, ignore_errors=True)
    _copy(cell, entry)
    write_whole(entry / DIGEST, sha256_of_tree(entry) + "\n")


def take_entry(entry: Path, cell: Path, recipe: str) -> dict[str, Any]:
    """Put an entry's files into a cell's folder, its manifest last, and return what was taken.

    Raises ShareError for what is not the cell, or not whole: nothing is changed then.
    """
    cell.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="taken-", dir=cell) as name:
        folder = Path(name)
        try:
            digest = read_file(entry / DIGEST).decode(errors="replace").strip()
            _copy(entry, folder)
        except FileNotFoundError:
            raise ShareError(f"{entry}: has gone; run again, and the cell is measured") from None
        except NotAFileError as error:
            raise _broken(entry, str(error)) from None
        outcome = _object(folder / MANIFEST)
        if sha256_of_tree(folder) != digest:
            raise _broken(entry, "its files are not those that its digest is of")
        if (outcome.get("cell_id"), outcome.get("status")) != (cell.name, "done"):
            raise _broken(entry, f"{MANIFEST} is not of {cell.name}, done")
        (cell / MANIFEST).unlink(missing_ok=True)
        for part in NAMES:
            target = cell / part
            if target.is_dir() and not target.is_symlink():
                shutil.rmtree(target)
            if (folder / part).exists():
                (folder / part).replace(target)
        sync(cell)
    return {
        "cell_id": cell.name,
        "recipe": recipe,
        "from": str(entry),
        "outcome_sha256": sha256_of(cell / MANIFEST),
    }


def taken_recipe(record: Path, manifest: Path) -> str | None:
    """The recipe that a cell was taken by, if it still is what was taken; None for any other."""
    taken = _object(record)
    if not taken or not manifest.exists() or taken.get("outcome_sha256") != sha256_of(manifest):
        return None
    return str(taken.get("recipe"))


def _copy(source: Path, target: Path) -> None:
    """Copy what belongs to a cell, files alone."""
    for name in NAMES:
        top = source / name
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if os.path.lexists(path) and not path.is_dir():
                copied = target / path.relative_to(source)
                copied.parent.mkdir(parents=True, exist_ok=True)
                write_whole(copied, read_file(path))


def _broken(entry: Path, why: str) -> ShareError:
    return ShareError(f"{entry}: {why}: delete it and run again, and the cell is measured")


def _object(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(read_file(path))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
