"""Taking today's packages: new locks, and what moves between the old ones and them."""

import re
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from scripts.engines.families import family
from scripts.layers.errors import LayerError
from scripts.layers.lock import Lock, changes, lock_path, read_lock, required_lock, write_lock
from scripts.layers.model import ENVS, Layer, load_layer
from scripts.layers.resolve import Index, index_of


def relock(layer_files: list[Path], show: Callable[[str], None]) -> list[Path]:
    """Write the locks that layers have of today; return the files of those that must be built.

    No lock is written unless all could be resolved. Raises LayerError.
    """
    layers = [load_layer(path) for path in layer_files]
    locks = _resolve(layers, show)
    for layer, lock in zip(layers, locks, strict=True):
        check_version(layer, lock)
    to_build = []
    for path, layer, lock in zip(layer_files, layers, locks, strict=True):
        old = _former(lock_path(path))
        moves = changes(old.versions() if old else {}, lock.versions())
        if old and not moves and _files_of(old) == _files_of(lock):
            show(f"{layer.name}: nothing moves")
            if old.image_sha256 is None and layer.source is None:
                to_build.append(path)
            continue
        if old is None:
            show(f"{layer.name}: {len(lock.packages)} packages, its first lock")
        else:
            show(f"{layer.name}: {len(moves)} of {len(lock.packages)} packages move")
            for move in moves:
                show(f"  {move}")
        write_lock(lock_path(path), lock)
        # What is compiled takes long, and is made when it is first used.
        if layer.source is None:
            to_build.append(path)
    return to_build


def check_version(layer: Layer, lock: Lock) -> None:
    """Raise LayerError where an engine's layer would have another version than its name says."""
    if layer.adapter is None:
        return
    if layer.source is not None:
        _check_source(layer, lock)
        return
    servers = re.compile(family(layer.adapter).server_packages)
    for package, version in lock.versions().items():
        if servers.fullmatch(package):
            _check_series(layer, layer.name, package, version)


def _check_series(layer: Layer, engine: str, package: str, version: str) -> None:
    """Raise LayerError where a package is not of the version that an engine's name says."""
    wanted = engine.partition("-")[2]
    upstream = version.rpartition(":")[2]
    if not re.match(rf"{re.escape(wanted)}[.+-]", upstream):
        raise LayerError(
            f"layer {layer.name}: {package} in {layer.suite} is {upstream} and not {wanted}: "
            "name another suite in its file, or name the layer by the version that there is"
        )


def _check_source(layer: Layer, lock: Lock) -> None:
    """Raise LayerError where a source package is not of the version whose tree it goes into."""
    assert layer.source is not None
    if layer.source.apt is None:
        return
    found = lock.packages[layer.source.apt].version
    of = ENVS / f"{layer.source.of}.yaml"
    if layer.source.version:
        # One that is named may be another than the tree's, but not of another series.
        _check_series(layer, of.stem, layer.source.apt, found)
        return
    servers = re.compile(family(layer.adapter or "").server_packages)
    for package, version in required_lock(of, load_layer(of)).versions().items():
        # A package that was only built again has the number of its build at the end.
        if servers.fullmatch(package) and re.sub(r"\+b\d+$", "", version) != found:
            raise LayerError(
                f"layer {layer.name}: the source {layer.source.apt} in {layer.suite} is {found}, "
                f"but {of.stem} has {package} {version}: run `make relock NAMES={of.stem}` first, "
                "or name one that there is in source.version"
            )


def _resolve(layers: list[Layer], show: Callable[[str], None]) -> list[Lock]:
    """The locks that layers have of today, with each suite's index fetched once."""
    with ExitStack() as stack:
        indices: dict[tuple[str, str], Index] = {}
        for layer in layers:
            if _index(layer) not in indices:
                show(f"reading the index of {' of '.join(_index(layer))}")
                indices[_index(layer)] = stack.enter_context(index_of(layer))
        return [indices[_index(layer)].resolve(layer) for layer in layers]


def _index(layer: Layer) -> tuple[str, str]:
    return "sources" if layer.from_sources else "packages", layer.suite


def _former(path: Path) -> Lock | None:
    """The lock that is there; one that can't be read counts as missing."""
    try:
        return read_lock(path)
    except LayerError:
        return None


def _files_of(lock: Lock) -> dict[str, tuple[str, bool]]:
    """What of a lock's packages decides the layer: their content, and which are only extracted."""
    return {name: (package.sha256, package.unpacked) for name, package in lock.packages.items()}
