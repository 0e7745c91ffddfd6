"""Where layers' files are: those of the repository, and those that a comparison wrote."""

from __future__ import annotations

from pathlib import Path

FOLDERS = ("envs", "results/envs")
"""The second has what ``scripts.layers.derive`` writes: one layer for each commit and patch."""


LOCK_SUFFIX = ".lock.yaml"


def layer_files(root: Path) -> list[Path]:
    """The files of all layers, sorted; without locks, which are long."""
    found = (path for folder in FOLDERS for path in sorted((root / folder).glob("*.yaml")))
    return [path for path in found if not path.name.endswith(LOCK_SUFFIX)]


def layer_file(root: Path, name: str) -> Path:
    """The file of the layer of this name; in ``envs/`` where there is none."""
    found = [root / folder / f"{name}.yaml" for folder in FOLDERS]
    return next((path for path in found if path.is_file()), found[0])


def lock_file(root: Path, name: str) -> Path:
    """The lock of the layer of this name."""
    return layer_file(root, name).with_name(f"{name}{LOCK_SUFFIX}")
