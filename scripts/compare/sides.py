"""What is compared: a layer, perhaps with settings, as the command line names it.

``postgresql-18``, ``postgresql-18{io_method=sync}``, and, where layers can be built from source,
``~/postgres@abc123`` and ``postgresql-17+fix.patch``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scripts.compare.errors import CompareError
from scripts.engines.families import family_of
from scripts.plan.catalogue import Catalogue
from scripts.values.messages import unknown

_SIDE = re.compile(r"(?P<built>[^{}]+)(\{(?P<settings>[^{}]*)\})?")
_SETTING = re.compile(r"\s*(?P<name>[A-Za-z][A-Za-z0-9_.]*)\s*=\s*(?P<value>[^=]*?)\s*")
_USAGE = "name a layer of envs/, as LAYER or with settings as LAYER{name=value,...}"


@dataclass(frozen=True)
class Source:
    """What an engine is built from, in place of Debian's package as it is."""

    base: str
    """A layer of ``envs/``, or the folder of a git repository."""
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


def read_sides(texts: Sequence[str], root: Path, across_families: bool = False) -> list[Side]:
    """The sides that a command names, the first of which the others are compared with.

    Raises CompareError, one line that says what to change.
    """
    sides = [_read(text, root) for text in texts]
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


def _read(text: str, root: Path) -> Side:
    if not (found := _SIDE.fullmatch(text.strip())):
        raise CompareError(f"{text}: {_USAGE}")
    return Side(layer_of(_source(found["built"].strip()), root), _settings(found["settings"], text))


def _source(text: str) -> Source:
    """What stands ahead of the settings: ``base[@commit][+patch]...``."""
    built, *patches = text.split("+")
    base, _, commit = built.partition("@")
    return Source(base, commit or None, tuple(patches))


def layer_of(source: Source, root: Path) -> str:
    """The layer in ``envs/`` that a side's engine comes from.

    What is built from source becomes a layer here, once layer files can say so.
    """
    if source.commit is None and not source.patches:
        known = Catalogue(root).engines
        if source.base not in known:
            raise CompareError(unknown("engine", source.base, known))
        return source.base
    what = f"{source.base}@{source.commit}" if source.commit else source.base
    raise CompareError(
        f"{'+'.join([what, *source.patches])}: layers are built from Debian's packages alone as "
        "yet, and not from commits and patches: name a layer of envs/"
    )


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
