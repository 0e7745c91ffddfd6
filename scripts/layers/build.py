"""Building a layer: from its description and its lock to ``results/layers/<name>/``.

Everything is made in a folder beside the target, which takes the target's place in the end. A
layer that is there already, of the same packages and by the same steps, is taken as it is.
"""

import errno
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scripts.files.digests import sha256_of
from scripts.layers.boot import export_boot_files, kernel_release
from scripts.layers.debian import bootstrap
from scripts.layers.errors import LayerError
from scripts.layers.fetch import fetch_packages
from scripts.layers.guard import guarded
from scripts.layers.image import make_image, unpack_tree
from scripts.layers.lock import (
    Lock,
    changes,
    few,
    lock_path,
    relock_advice,
    required_lock,
    write_lock,
)
from scripts.layers.model import Layer, load_layer
from scripts.layers.packages import package_versions
from scripts.layers.record import made_from, record, same_as_recorded, steps_of
from scripts.layers.repository import make_repository, open_folder

Report = Callable[[str], None]


def build_layer(
    layer_file: Path, target: Path, toolchain: Path, store: Path, report: Report, warn: Report
) -> dict:
    """Build one layer into the folder ``target`` and return its manifest (layer.json).

    ``toolchain`` is the built toolchain layer's folder, needed by all other layers; ``store`` the
    folder that keeps packages. Steps go to ``report``, an image that is not the locked one to
    ``warn``. Raises LayerError.
    """
    layer = load_layer(layer_file)
    lock = required_lock(layer_file, layer)
    packer = {} if layer.role == "toolchain" else read_manifest(toolchain)
    source = made_from(layer, lock, steps=steps_of(layer), toolchain=packer.get("image_sha256"))

    def make(files: dict[str, Path], made: Path, guard: int) -> dict:
        with kept_log(layer, made, target):
            manifest = _build(layer, lock, files, made, toolchain, guard, report)
        if layer.role == "base":
            _check_kernel(manifest["kernel_release"], packer["kernel_release"])
        return manifest

    manifest = build_whole(layer, lock, target, source, store, report, make)
    if not manifest["lock_matches"]:
        warn(f"layer {layer.name}: {_difference(layer.name, lock, manifest['image_sha256'])}")
    return manifest


def build_whole(
    layer: Layer,
    lock: Lock,
    target: Path,
    source: str,
    store: Path,
    report: Report,
    make: Callable[[dict[str, Path], Path, int], dict],
) -> dict:
    """Put a layer into ``target``, whole or not at all, and return its manifest (layer.json).

    ``make`` fills a folder and returns the manifest, given the packages' files, the folder and the
    guard of programs that it starts; it is not called for what is there already, made of the same
    ``source``. Raises LayerError.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with guarded(target, report) as guard, disk_errors(target):
        manifest = same_as_recorded(target, source)
        if manifest is not None:
            of = "sources" if layer.from_sources else "packages"
            report(f"there already, of the same {of} and by the same steps")
        else:
            files = fetch_packages(lock, store, report)
            with workspace(target) as made:
                manifest = make(files, made, guard)
                record(made, manifest, source)
                take_place(made, target)
        _failed_log(target).unlink(missing_ok=True)
        # The lock of an engine from source may name no image, as that of a commit does.
        matching = (manifest["image_sha256"], *([None] if layer.source else []))
        manifest["lock_matches"] = lock.image_sha256 in matching
        write_manifest(target, manifest)
    return manifest


@contextmanager
def kept_log(layer: Layer, made: Path, target: Path) -> Iterator[None]:
    """Have a failure say the layer's name and where its log is, which is kept beside ``target``."""
    try:
        yield
    except LayerError as error:
        log, kept = made / "build.log", _failed_log(target)
        if not log.exists():
            raise
        log.replace(kept)
        raise LayerError(f"layer {layer.name}: {error} (log: {kept})") from None


def _failed_log(target: Path) -> Path:
    return target.parent / f"{target.name}.failed.log"


def _build(
    layer: Layer,
    lock: Lock,
    files: dict[str, Path],
    made: Path,
    toolchain: Path,
    guard: int,
    report: Report,
) -> dict:
    """Fill the folder ``made`` with a layer; return its manifest, without what the lock says."""
    tar = made / "layer.tar"
    with open_folder(made) as repository:
        make_repository(lock, files, repository)
        bootstrap(layer, repository, tar, made / "build.log", guard, report)
    packages = package_versions(tar)
    if differences := changes(lock.versions(), packages):
        raise LayerError(
            f"what was installed is not what the lock names ({few(differences)}): "
            f"{relock_advice(layer.name)}"
        )
    manifest: dict[str, Any] = {
        "name": layer.name,
        "role": layer.role,
        "suite": layer.suite,
        "adapter": layer.adapter,
        "packages": packages,
    }
    packer = toolchain / "tree"
    if layer.role == "toolchain":
        report("unpacking the tree")
        packer = made / "tree"
        unpack_tree(tar, packer)
        folders = sorted((packer / "usr/lib/modules").glob("*"))
        manifest["kernel_release"] = kernel_release([f"{f.relative_to(packer)}/" for f in folders])
    elif layer.role == "base":
        manifest["kernel_release"] = export_boot_files(tar, layer.boot_modules, made / "boot")
    # The toolchain is used as a tree, but two trees are compared by their images as well: what
    # a tar's bytes are depends on the host's tar.
    report("making the image")
    image = made / "image.erofs"
    make_image(tar, image, packer, layer.name)
    manifest["image_sha256"] = sha256_of(image)
    manifest["image_bytes"] = image.stat().st_size
    if layer.role == "toolchain":
        image.unlink()
    tar.unlink()
    return manifest


def _difference(name: str, lock: Lock, image_sha256: str) -> str:
    """Why an image is not the locked one, as one sentence."""
    if lock.image_sha256 is None:
        return "its lock has no image yet, so its results can't be compared with published ones"
    return (
        "the packages are the locked ones but the image is not "
        f"({lock.image_sha256[:12]} locked, {image_sha256[:12]} built), so results may differ from "
        f"the published ones: if you changed envs/{name}.yaml, run `python -m scripts.layers lock "
        f"{name}`, else please report this with the version of mmdebstrap"
    )


def take_image(layer_file: Path, target: Path) -> Path:
    """Write the image of a built layer into its lock, as the one to expect; return the lock's path.

    Raises LayerError when the layer was built from other packages than the lock names.
    """
    layer = load_layer(layer_file)
    lock = required_lock(layer_file, layer)
    manifest = read_manifest(target)
    differences = changes(lock.versions(), manifest["packages"])
    if layer.source is not None:
        same = lock.source_sha256 == manifest.get("source_sha256")
        differences = [] if same else ["other sources"]
    if differences:
        raise LayerError(
            f"{target}: was not built from this lock ({few(differences)}): build it first, with "
            f"`python -m scripts.layers build {layer_file} --out {target}`"
        )
    path = lock_path(layer_file)
    write_lock(path, lock.model_copy(update={"image_sha256": manifest["image_sha256"]}))
    write_manifest(target, {**manifest, "lock_matches": True})
    return path


def read_manifest(folder: Path) -> dict:
    """The manifest of a built layer; LayerError when there is none."""
    path = folder / "layer.json"
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, json.JSONDecodeError):
        raise LayerError(
            f"{path}: not built: run `python -m scripts.layers build envs/{folder.name}.yaml "
            f"--out {folder}`"
        ) from None


def write_manifest(folder: Path, manifest: dict) -> None:
    """Write a layer's manifest; nothing in it depends on when or where the layer was built."""
    text = json.dumps(manifest, indent=2, sort_keys=True) + "\n"
    beside = folder / "layer.json.new"
    beside.write_text(text, encoding="utf-8")
    beside.replace(folder / "layer.json")


def remove_tree(folder: Path) -> None:
    """Delete a folder, its read-only parts included."""

    def allow(function: Callable, path: str, _error: object) -> None:
        Path(path).parent.chmod(0o700)
        function(path)

    if folder.exists():
        shutil.rmtree(folder, onerror=allow)


def _check_kernel(base_release: str, toolchain_release: str) -> None:
    """The emulator is compiled with the toolchain's headers and loaded into the base's kernel."""
    if base_release != toolchain_release:
        raise LayerError(
            f"base has the kernel {base_release}, but the toolchain the headers of "
            f"{toolchain_release}: run `make relock NAMES='toolchain base'`"
        )


@contextmanager
def workspace(target: Path) -> Iterator[Path]:
    """An empty folder beside the target, gone in the end."""
    folder = target.parent / f".{target.name}.partial"
    remove_tree(folder)
    folder.mkdir()
    try:
        yield folder
    finally:
        remove_tree(folder)


@contextmanager
def disk_errors(target: Path) -> Iterator[None]:
    """What the file system refuses, as one line."""
    try:
        yield
    except OSError as error:
        full = ": free some 4 GiB and run this again" if error.errno == errno.ENOSPC else ""
        raise LayerError(f"{error.filename or target}: {error.strerror}{full}") from None


def take_place(made: Path, target: Path) -> None:
    """Put a finished folder in the place of the former one."""
    former = target.parent / f".{target.name}.former"
    remove_tree(former)
    if target.exists():
        target.replace(former)
    made.replace(target)
    remove_tree(former)
