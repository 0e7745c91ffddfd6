"""What is compared: a layer, perhaps with settings, as the command line names it.

``postgresql-18``, ``postgresql-18{io_method=sync}``, ``~/postgres@abc123`` and
``postgresql-18+fix.patch``. What is built from source becomes a layer in ``results/envs/``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from scripts.compare.errors import CompareError
from scripts.engines.families import family_of
from scripts.engines.layer_files import layer_file
from scripts.layers.derive import SUFFIX, derive
from scripts.layers.errors import LayerError
from scripts.layers.model import load_layer
from scripts.plan.catalogue import Catalogue
from scripts.values.messages import unknown

_SIDE = re.compile(r"(?P<built>[^{}]+)(\{(?P<settings>[^{}]*)\})?")
_SETTING = re.compile(r"\s*(?P<name>[A-Za-z][A-Za-z0-9_.]*)\s*=\s*(?P<value>[^=]*?)\s*")
_USAGE = (
    "name a layer of envs/, as LAYER or with settings as LAYER{name=value,...}; or FOLDER@COMMIT "
    "or LAYER+PATCH, which are compiled"
)


@dataclass(frozen=True)
class Source:
    """What an engine is built from, in place of Debian's package as it is."""

    base: str
    """A layer of ``envs/``, or the folder of a git repository, which has a slash in it."""
    commit: str | None = None
    patches: tuple[str, ...] = ()


@dataclass(frozen=True)
class Side:
    """One of the things compared: an engine's layer, and settings beside the study's."""

    layer: str
    settings: dict[str, str | int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """As the command line has it, and the factor ``side`` of its cells."""
        settings = ",".join(f"{name}={value}" for name, value in self.settings.items())
        return f"{self.layer}{{{settings}}}" if settings else self.layer

    @property
    def family(self) -> str:
        """The family of its engine."""
        return family_of(self.layer)

    def factor(self) -> dict[str, str | int]:
        """Its value of the factor ``side`` in a study."""
        tuning = {f"tuning.{self.layer}.{name}": value for name, value in self.settings.items()}
        return {"label": self.name, "engine": self.layer, **tuning}


def read_sides(
    texts: Sequence[str],
    root: Path,
    across_families: bool = False,
    dirty: bool = False,
    of: str | None = None,
) -> list[Side]:
    """The sides that a command names, the first of which the others are compared with.

    ``dirty``: changes in a repository that are not committed are part of its side. ``of``: the
    layer whose tree commits go into, in place of that of each one's version. Where one side
    is compiled, so is another that can be: Debian's own program is built otherwise.

    Raises CompareError, one line that says what to change.
    """
    sides = [_read(text, root, dirty, of) for text in texts]
    if any(_is_compiled(side.layer, root) for side in sides):
        known = Catalogue(root).engines
        compiled = [f"{side.layer}{SUFFIX}" for side in sides]
        sides = [
            replace(side, layer=layer) if layer in known else side
            for side, layer in zip(sides, compiled, strict=True)
        ]
    if len(sides) < 2:
        raise CompareError("a comparison needs two sides: run A B")
    for index, side in enumerate(sides):
        if side in sides[:index]:
            raise CompareError(f"{side.name} is named twice: a side differs from itself in nothing")
    families = sorted({side.family for side in sides})
    if len(families) > 1 and not across_families:
        raise CompareError(
            f"{' and '.join(families)} are different engines, whose pages, logs and clean-up are "
            "not the same things: --across-families compares what the device, the clock and the "
            "processor saw of them"
        )
    return sides


def _read(text: str, root: Path, dirty: bool, of: str | None) -> Side:
    if not (found := _SIDE.fullmatch(text.strip())):
        raise CompareError(f"{text}: {_USAGE}")
    layer = layer_of(_source(found["built"].strip()), root, dirty, of)
    return Side(layer, _settings(found["settings"], text))


def _is_compiled(layer: str, root: Path) -> bool:
    return load_layer(layer_file(root, layer)).source is not None


def _source(text: str) -> Source:
    """What stands ahead of the settings: ``base[@commit][+patch]...``."""
    built, *patches = text.split("+")
    base, _, commit = built.partition("@")
    return Source(base, commit or None, tuple(patches))


def layer_of(source: Source, root: Path, dirty: bool = False, of: str | None = None) -> str:
    """The layer that a side's engine comes from; that of a commit or patch is written."""
    known = Catalogue(root).engines
    if of is not None and of not in known:
        raise CompareError(unknown("engine", of, known))
    is_folder = "/" in source.base or source.base in (".", "..", "~")
    if source.commit is None and not source.patches and not is_folder:
        if source.base not in known:
            raise CompareError(unknown("engine", source.base, known))
        return source.base
    if not is_folder and source.base not in known:
        raise CompareError(
            f"{unknown('engine', source.base, known)}; a repository's folder has a slash in it"
        )
    try:
        # Changes that are not committed are of a repository, and so is the tree of a commit.
        return derive(
            source.base,
            source.commit,
            source.patches,
            root=root,
            of=of if is_folder else None,
            dirty=dirty and is_folder,
        )
    except LayerError as error:
        raise CompareError(str(error)) from None


def _settings(text: str | None, side: str) -> dict[str, str | int]:
    """``a=1, b=off`` as a mapping, in the order of names, so that the order written is the same."""
    if text is None:
        return {}
    settings: dict[str, str | int] = {}
    for part in text.split(","):
        found = _SETTING.fullmatch(part)
        if not found or not found["value"]:
            raise CompareError(f'{side}: "{part.strip()}" is no setting: write name=value')
        if found["name"] in settings:
            raise CompareError(f"{side}: {found['name']} is set twice")
        value = found["value"]
        settings[found["name"]] = int(value) if re.fullmatch(r"0|[1-9]\d*", value) else value
    return dict(sorted(settings.items()))
