"""An entry: a measured cell as one archive, with the SHA-256 of each of its files.

A single file is whole or not there in any folder that machines share, and can be copied to and from
an object store by any tool. Its name is the cell's id and its recipe.
"""

from __future__ import annotations

import gzip
import io
import json
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scripts.files import NotAFileError, open_file, read_file, sync, write_whole
from scripts.files.archive import BadArchiveError, unpack_files
from scripts.files.digests import sha256_of
from scripts.share.errors import ShareError

INDEX, MANIFEST = "entry.json", "outcome.json"
# What a cell's folder holds beside its job.
OUTBOX = "outbox"
NAMES = (MANIFEST, "console.log", "timing.json", "provenance.json", OUTBOX)
ENDING = ".tar.gz"


def entry_name(cell: str, recipe: str) -> str:
    """The name of an entry's file."""
    return f"{cell}.{recipe}{ENDING}"


def write_entry(cell: Path, entry: Path, recipe: str, images: Mapping[str, str]) -> None:
    """Write a measured cell as an entry, whole or not at all; the same bytes for the same cell.

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
    files = {str(path.relative_to(cell)): path for name in NAMES for path in _files(cell / name)}
    index = {
        "cell_id": cell.name,
        "recipe": recipe,
        "files": {name: sha256_of(path) for name, path in sorted(files.items())},
    }
    packed = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as zipped,
        tarfile.open(fileobj=zipped, mode="w") as tar,
    ):
        _add(tar, INDEX, (json.dumps(index, indent=1, sort_keys=True) + "\n").encode())
        for name, path in sorted(files.items()):
            _add(tar, name, read_file(path))
    entry.parent.mkdir(parents=True, exist_ok=True)
    write_whole(entry, packed.getvalue())


def take_entry(entry: Path, cell: Path, recipe: str) -> dict[str, Any]:
    """Put an entry's files into a cell's folder, its manifest last, and return what was taken.

    Raises ShareError for what is not the cell, or not whole: nothing is changed then.
    """
    cell.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="taken-", dir=cell) as name:
        folder = Path(name)
        try:
            with open_file(entry) as packed, gzip.GzipFile(fileobj=packed) as zipped:
                unpack_files(zipped, folder, only=(INDEX, *NAMES))
        except FileNotFoundError:
            raise ShareError(f"{entry}: has gone; run again, and the cell is measured") from None
        except NotAFileError:
            raise _broken(entry, "is not a file") from None
        except (BadArchiveError, EOFError, gzip.BadGzipFile, zlib.error) as error:
            why = " ".join(str(error).split())
            raise _broken(entry, f"is not a whole archive ({why})") from None
        index = _object(folder / INDEX)
        _check(entry, index, folder, cell.name, recipe)
        (cell / MANIFEST).unlink(missing_ok=True)
        for part in sorted(NAMES, key=lambda part: part == MANIFEST):
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


def _check(entry: Path, index: dict[str, Any], folder: Path, cell: str, recipe: str) -> None:
    if (index.get("cell_id"), index.get("recipe")) != (cell, recipe):
        raise _broken(entry, f"is of the cell {index.get('cell_id')}, not {cell}")
    found = {str(path.relative_to(folder)) for path in _files(folder)} - {INDEX}
    expected = index.get("files")
    if not isinstance(expected, dict):
        raise _broken(entry, f"{INDEX} does not name its files")
    if found != set(expected):
        strange = sorted(found ^ set(expected))
        raise _broken(entry, f"does not have the files that it names: {strange[0]}")
    if strange := sorted(name for name in found if name not in NAMES and not _is_result(name)):
        raise _broken(entry, f"has a folder where a file belongs: {strange[0]}")
    for name, digest in expected.items():
        if sha256_of(folder / name) != digest:
            raise _broken(entry, f"{name} is not what it was")
    outcome = _object(folder / MANIFEST)
    if (outcome.get("cell_id"), outcome.get("status")) != (cell, "done"):
        raise _broken(entry, f"{MANIFEST} is not of a cell that is done")


def _is_result(name: str) -> bool:
    """Whether a file is in the one of ``NAMES`` that is a folder."""
    return name.startswith(f"{OUTBOX}/")


def _broken(entry: Path, why: str) -> ShareError:
    return ShareError(f"{entry}: {why}: delete it and run again, and the cell is measured")


def _add(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    about = tarfile.TarInfo(name)
    about.size = len(content)
    tar.addfile(about, io.BytesIO(content))


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(inner for inner in path.rglob("*") if inner.is_file())
    return [path] if path.exists() else []


def _object(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(read_file(path))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def taken_recipe(record: Path, manifest: Path) -> str | None:
    """The recipe that a cell was taken by, if it still is what was taken; None for any other."""
    taken = _object(record)
    if not taken or not manifest.exists() or taken.get("outcome_sha256") != sha256_of(manifest):
        return None
    return str(taken.get("recipe"))
