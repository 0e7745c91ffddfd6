"""Building a layer: from its description to ``results/layers/<name>/``.

Everything is made in a folder beside the target, which takes the target's place in the end; a
build that is killed leaves the former layer whole.
"""

import fcntl
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from scripts.layers.boot import export_boot_files, kernel_release
from scripts.layers.debian import bootstrap
from scripts.layers.errors import LayerError
from scripts.layers.image import make_image, sha256, unpack_tree
from scripts.layers.lock import compare, lock_path, read_lock
from scripts.layers.model import load_layer
from scripts.layers.packages import package_versions

Report = Callable[[str], None]


def build_layer(
    layer_file: Path, target: Path, toolchain: Path, report: Report, warn: Report
) -> dict:
    """Build one layer into the folder ``target`` and return its manifest (layer.json).

    ``toolchain`` is the built toolchain layer's folder, needed by all other layers. Steps go to
    ``report``, a difference from the lock to ``warn``. Raises LayerError.
    """
    layer = load_layer(layer_file)
    lock = read_lock(lock_path(layer_file))
    headers = "" if layer.role == "toolchain" else read_manifest(toolchain)["kernel_release"]

    target.parent.mkdir(parents=True, exist_ok=True)
    failed_log = target.parent / f"{target.name}.failed.log"
    with _workspace(target) as made:
        tar = made / "layer.tar"
        try:
            bootstrap(layer, tar, made / "build.log", report)
        except LayerError as error:
            (made / "build.log").replace(failed_log)
            raise LayerError(f"layer {layer.name}: {error} (log: {failed_log})") from None
        packages = package_versions(tar)
        manifest = {
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
            manifest["kernel_release"] = kernel_release(
                [f"{f.relative_to(packer)}/" for f in folders]
            )
        elif layer.role == "base":
            manifest["kernel_release"] = export_boot_files(tar, layer.boot_modules, made / "boot")
            _check_kernel(manifest["kernel_release"], headers)
        # The toolchain is used as a tree, but two trees are compared by their images as well: what
        # a tar's bytes are depends on the host's tar.
        report("making the image")
        image = made / "image.erofs"
        make_image(tar, image, packer, layer.name)
        manifest["image_sha256"] = sha256(image)
        manifest["image_bytes"] = image.stat().st_size
        if layer.role == "toolchain":
            image.unlink()
        difference = compare(lock, packages, manifest["image_sha256"])
        manifest["lock_matches"] = difference is None
        tar.unlink()
        write_manifest(made, manifest)
        _take_place(made, target)
    failed_log.unlink(missing_ok=True)
    if difference is not None:
        warn(f"layer {layer.name}: {difference}")
    return manifest


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
            f"{toolchain_release}: the mirror has moved on, build the toolchain layer again"
        )


@contextmanager
def _workspace(target: Path) -> Iterator[Path]:
    """An empty folder beside the target, gone in the end; one build at a time may have it."""
    folder = target.parent / f".{target.name}.partial"
    guard = target.parent / f".{target.name}.guard"
    with guard.open("w") as guard_file:
        try:
            fcntl.flock(guard_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise LayerError(f"{target}: another build of this layer is running") from None
        remove_tree(folder)
        folder.mkdir()
        try:
            yield folder
        except OSError as error:
            raise LayerError(f"{error.filename or target}: {error.strerror}") from None
        finally:
            remove_tree(folder)
            guard.unlink(missing_ok=True)


def _take_place(made: Path, target: Path) -> None:
    """Put a finished folder in the place of the former one."""
    former = target.parent / f".{target.name}.former"
    remove_tree(former)
    if target.exists():
        target.replace(former)
    made.replace(target)
    remove_tree(former)
