"""How the sides' programs were made: by Debian or here, by which compiler, in which suite."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from scripts.compare.sides import Side
from scripts.engines.layer_files import layer_file
from scripts.layers.compiled import compiler_of
from scripts.layers.lock import lock_path, read_lock
from scripts.layers.model import ENVS, Layer, load_layer

_COMPILER = re.compile(r"gcc-\d+")


def how_built(side: Side, root: Path) -> dict[str, str]:
    """What decides a side's program beside its source, for a report."""
    layer = load_layer(layer_file(root, side.layer))
    return {
        "program": "compiled here" if layer.source else "Debian's package, with all that it has",
        "compiler": _compiler(layer),
        "Debian suite": layer.suite,
        **({"tree": layer.source.of} if layer.source else {}),
    }


def _compiler(layer: Layer) -> str:
    if layer.source is None:
        return "Debian's"
    name = compiler_of(layer)
    lock = read_lock(lock_path(ENVS / f"{name}.yaml"))
    versions = lock.versions() if lock else {}
    found = [f"{each} {version}" for each, version in versions.items() if _COMPILER.fullmatch(each)]
    return f"{', '.join(found)} of {name}"


def unlike(sides: Sequence[Side], root: Path) -> str | None:
    """What to say ahead of a comparison of Debian's program with one that is compiled here."""
    layers = {side.word: load_layer(layer_file(root, side.layer)) for side in sides}
    compiled = [word for word, layer in layers.items() if layer.source]
    if len(compiled) in (0, len(layers)):
        return None
    debian = ", ".join(word for word, layer in layers.items() if not layer.source)
    return (
        f"{debian}: Debian's own program, compiled otherwise than {', '.join(compiled)} and with "
        "more in it (PostgreSQL's has LLVM and PAM), so a part of what differs comes of that"
    )
