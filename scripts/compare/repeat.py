"""The commands that measure a comparison, or a cell of it, again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from scripts.compare.sides import Side
from scripts.engines.layer_files import FOLDERS, layer_file
from scripts.layers.model import load_layer

PROGRAM = "python -m scripts.compare run"
# Where the repository has patches of its own.
PATCHES = ("examples", "tests/compare/patches")


def as_named(side: Side, root: Path) -> str:
    """The side as a command names it in a fresh clone, where no layer of a patch is written yet.

    As it was typed; where its written layer was named, as what that layer was made of.
    """
    if side.typed is not None:
        return side.word
    path = layer_file(root, side.layer)
    if path.parent != root / FOLDERS[1]:
        return side.name
    source = load_layer(path).source
    if source is None:
        return side.name
    base = f"{source.git}@{source.commit}" if source.git else source.of
    patches = (_patch(path.parent / patch, root) for patch in source.patch)
    return "+".join([base, *patches]) + side.name.removeprefix(side.layer)


def _patch(copy: Path, root: Path) -> str:
    """A patch's place in the repository, by its text; of one that is not there, its name."""
    for folder in PATCHES:
        path = root / folder / copy.name
        if path.is_file() and copy.is_file() and path.read_bytes() == copy.read_bytes():
            return f"{folder}/{copy.name}"
    return copy.name


def run_command(command: str, sides: Sequence[Side], root: Path, experiment: str = "") -> str:
    """What measures all sides again, or one experiment; ``command`` has the other options."""
    options: list[str] = []
    words = shlex.split(command)
    begin = next((at for at, word in enumerate(words) if word.startswith("--")), len(words))
    is_only = False
    for word in words[begin:]:
        is_only = word == "--only" or (is_only and not word.startswith("--"))
        if not (experiment and is_only):
            options.append(word)
    only = ["--only", experiment] if experiment else []
    return f"{PROGRAM} {shlex.join([*(as_named(side, root) for side in sides), *options, *only])}"


def cell_command(folder: Path, cell: str) -> str:
    """What measures a cell a second time, and compares it byte by byte."""
    return f"snakemake --cores 1 {folder}/verify/{cell}.json --configfile {folder}/study.yaml"
