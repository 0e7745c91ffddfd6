"""Locks: the exact packages that a layer is built from, and the hash of its image.

A layer is built from the files of its lock or not at all, so that the published results can be
measured again when Debian's mirrors have long moved on. ``make relock`` takes today's packages.
"""

from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from scripts.engines.layer_files import LOCK_SUFFIX
from scripts.layers.errors import LayerError
from scripts.layers.model import Layer, PackageName
from scripts.values.plain_yaml import load_yaml

HEADER = """\
# Made by `make relock`; `make bundle` writes these files into one folder. {archive: security} is
# Debian's security archive; {unpacked: true} is a package that is extracted but not installed.
"""
NAMED_AT_MOST = 5

Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
# These reach apt's index and URLs: no blanks, no line breaks, no `..`.
_POOL_PATH = r"^pool(/[A-Za-z0-9][A-Za-z0-9.+~_-]*)+\.(deb|dsc|tar\.(bz2|gz|xz))$"
PoolPath = Annotated[str, StringConstraints(pattern=_POOL_PATH)]


class Package(BaseModel):
    """One package of a layer: what it is, and where Debian's archive keeps its file.

    Of a source package, which is several files, each is one here.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    version: str
    architecture: Literal["amd64", "all", "source"]
    size: int = Field(gt=0)
    sha256: Sha256
    archive: Literal["main", "security"] = "main"
    path: PoolPath
    # The archive's, which may not be the one in the file: apt's order of installation, and so the
    # dates of a few folders, depend on it.
    priority: Literal["required", "important", "standard", "optional", "extra"] = "optional"
    unpacked: bool = False


class Lock(BaseModel):
    """All packages of a layer, and a time at which Debian's snapshot archive has them all."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    suite: str
    snapshot: Annotated[str, StringConstraints(pattern=r"^\d{8}T\d{6}Z$")]
    image_sha256: Sha256 | None = Field(description="None until the layer has been built.")
    # The image whose results this one repeats to the byte, where a program only got faster: ids of
    # cells have that one, so what was measured with it stays.
    results_of_sha256: Sha256 | None = None
    # Of an engine that is compiled: one hash of its commit, patches, recipe, compiler and tree.
    source_sha256: Sha256 | None = None
    packages: dict[PackageName, Package]

    def versions(self) -> dict[str, str]:
        """Name and version of every package, as a layer's manifest has them."""
        return {name: package.version for name, package in sorted(self.packages.items())}


def lock_path(layer_file: Path) -> Path:
    """The lock that belongs to a layer file."""
    return layer_file.with_name(layer_file.name.removesuffix(".yaml") + LOCK_SUFFIX)


def read_lock(path: Path) -> Lock | None:
    """A layer's lock, or None when it has none; LayerError when it can't be used."""
    try:
        return Lock.model_validate(load_yaml(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        reason = f"{where}: {first['msg']}" if where else first["msg"]
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        reason = " ".join(str(error).split())
    name = path.name.removesuffix(LOCK_SUFFIX)
    raise LayerError(f"{path}: not a lock ({reason}): {relock_advice(name)}")


def required_lock(layer_file: Path, layer: Layer) -> Lock:
    """The lock that a layer is built from; LayerError when there is none or it is another's."""
    path = lock_path(layer_file)
    lock = read_lock(path)
    if lock is None:
        raise LayerError(f"{layer_file} has no lock ({path.name}): {relock_advice(layer.name)}")
    wanted = [layer.source.apt] if layer.source and layer.source.apt else layer.packages
    asked = [name for name in wanted if name not in lock.packages]
    if lock.suite != layer.suite:
        asked.append(f"the suite {layer.suite}")
    if len(layer.unpack) != sum(package.unpacked for package in lock.packages.values()):
        asked.append("other packages to unpack")
    named = layer.source and layer.source.version
    if named and not asked and lock.packages[wanted[0]].version != named:
        asked.append(f"{wanted[0]} {named}")
    if asked:
        raise LayerError(
            f"{path} is not of this {layer_file.name}, which asks for {few(asked)}: "
            f"{relock_advice(layer.name)}"
        )
    return lock


def write_lock(path: Path, lock: Lock) -> None:
    """Write a lock, a package a line so that a diff shows what moved."""
    lines = [
        f"suite: {lock.suite}",
        f"snapshot: {lock.snapshot}",
        f"image_sha256: {lock.image_sha256 or 'null'}",
        *([f"results_of_sha256: {lock.results_of_sha256}"] if lock.results_of_sha256 else []),
        *([f"source_sha256: {lock.source_sha256}"] if lock.source_sha256 else []),
        "packages:" if lock.packages else "packages: {}",
    ]
    for name, package in sorted(lock.packages.items()):
        fields = package.model_dump(exclude_defaults=True)
        text = yaml.safe_dump(fields, default_flow_style=True, sort_keys=False, width=10_000)
        lines.append(f"  {name}: {text.strip()}")
    beside = path.with_name(path.name + ".new")
    beside.write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")
    beside.replace(path)


def relock_advice(name: str) -> str:
    """What to do when a layer's lock is of no use."""
    return f"run `make relock NAMES={name}`, which takes today's packages"


def changes(before: dict[str, str], now: dict[str, str]) -> list[str]:
    """What differs between two sets of packages, such as ``libc6 2.41-12 -> 2.41-13``."""
    return [
        f"{name} {before.get(name, 'absent')} -> {now.get(name, 'absent')}"
        for name in sorted(before.keys() | now.keys())
        if before.get(name) != now.get(name)
    ]


def few(items: list[str]) -> str:
    """A list for one line of text, cut to its first items."""
    more = f" and {len(items) - NAMED_AT_MOST} more" if len(items) > NAMED_AT_MOST else ""
    return ", ".join(items[:NAMED_AT_MOST]) + more
