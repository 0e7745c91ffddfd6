"""Locks: the package versions and the hash that the published results were made with.

A lock never stops a build. Debian's mirrors move on with each security update, and whoever adds
an engine has no lock at all; what was built is then recorded as not matching.
"""

from pathlib import Path

import yaml

from scripts.layers.errors import LayerError
from scripts.layers.model import LOCK_SUFFIX

HEADER = """\
# Made by `python -m scripts.layers lock`: what the published results were measured with.
"""
NAMED_AT_MOST = 5


def lock_path(layer_file: Path) -> Path:
    """The lock that belongs to a layer file."""
    return layer_file.with_name(layer_file.name.removesuffix(".yaml") + LOCK_SUFFIX)


def read_lock(path: Path) -> dict | None:
    """A lock's content (packages, image_sha256), or None when the layer has none."""
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except yaml.YAMLError:
        content = None
    if not isinstance(content, dict) or set(content) != {"packages", "image_sha256"}:
        raise LayerError(f"{path}: not a lock: delete it, then run `python -m scripts.layers lock`")
    return content


def write_lock(path: Path, manifest: dict) -> None:
    """Write a layer's lock from the manifest (layer.json) of its build."""
    content = {"image_sha256": manifest["image_sha256"], "packages": manifest["packages"]}
    beside = path.with_name(path.name + ".new")
    beside.write_text(HEADER + yaml.safe_dump(content, sort_keys=True), encoding="utf-8")
    beside.replace(path)


def compare(lock: dict | None, packages: dict[str, str], image_sha256: str) -> str | None:
    """What differs from the lock, as one sentence; None when nothing does."""
    if lock is None:
        return "there is no lock for this layer, so its results cannot match published ones"
    locked = lock["packages"]
    changes = []
    for name in sorted(locked.keys() | packages.keys()):
        before, now = locked.get(name), packages.get(name)
        if before != now:
            changes.append(f"{name} {before or 'absent'} -> {now or 'absent'}")
    if changes:
        named = ", ".join(changes[:NAMED_AT_MOST])
        more = f" and {len(changes) - NAMED_AT_MOST} more" if len(changes) > NAMED_AT_MOST else ""
        return (
            f"the mirror has moved on since the lock was made: {named}{more}; results may differ "
            "from the published ones"
        )
    if lock["image_sha256"] != image_sha256:
        return (
            "the packages are the locked ones but the bytes are not, which should never be: "
            "please report the two hashes and the version of mmdebstrap "
            f"({lock['image_sha256'][:12]} locked, {image_sha256[:12]} built)"
        )
    return None
