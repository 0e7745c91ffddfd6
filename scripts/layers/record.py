"""The record of a built layer: what it was made from, and what is in it."""

import hashlib
import json
from pathlib import Path

from scripts.files import read_file
from scripts.files.digests import sha256_of
from scripts.identity.layers import layer_made_from
from scripts.layers.debian import SOURCE_DATE_EPOCH_S, command
from scripts.layers.lock import Lock
from scripts.layers.model import Layer

RECORD = "made.json"


def made_from(layer: Layer, lock: Lock, **more: object) -> str:
    """One hash of all that decides a layer's bytes: packages, steps or recipe, and the rest."""
    packages = {name: package.model_dump() for name, package in lock.packages.items()}
    # A key that few layers have is in the hashes of those alone.
    described = layer.model_dump(exclude=None if layer.source else {"source"})
    if layer.source and layer.source.version is None:
        del described["source"]["version"]
    return layer_made_from(described, packages, SOURCE_DATE_EPOCH_S, **more)


def steps_of(layer: Layer) -> list[str]:
    """What fills a layer's tree, the same on every host."""
    return command(layer, Path("repository"), Path("layer.tar"))


def record(folder: Path, manifest: dict, source: str) -> None:
    """Note in a finished layer's folder what it was made from, and what is in it."""
    content = {"made_from": source, "files": _files(folder), "manifest": manifest}
    (folder / RECORD).write_text(json.dumps(content), encoding="utf-8")


def same_as_recorded(folder: Path, source: str) -> dict | None:
    """The manifest of a layer that is there and whole, if it was made from the same; else None."""
    try:
        content = json.loads(read_file(folder / RECORD))
        manifest = content["manifest"]
        if content["made_from"] != source or content["files"] != _files(folder):
            return None
        product = folder / manifest.get("program", "image.erofs")
        if manifest["role"] != "toolchain" and sha256_of(product) != manifest["image_sha256"]:
            return None
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return manifest


def _files(folder: Path) -> str:
    """One hash of the names, sizes and kinds of all files of a layer."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.name in (RECORD, "layer.json", "build.log"):
            continue
        status = path.lstat()
        size = 0 if path.is_dir() and not path.is_symlink() else status.st_size
        digest.update(f"{path.relative_to(folder)}\0{status.st_mode}\0{size}\n".encode())
    return digest.hexdigest()
