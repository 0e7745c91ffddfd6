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
from scripts.engines.layer_files import FOLDERS, layer_file
from scripts.layers.derive import SUFFIX, derive, tree_for
from scripts.layers.errors import LayerError
from scripts.layers.git import resolve_commit
from scripts.layers.model import load_layer
from scripts.plan.catalogue import Catalogue
from scripts.values.messages import unknown

_SIDE = re.compile(r"(?P<built>[^{}]+)(\{(?P<settings>[^{}]*)\})?")
# A value that has a comma stands in quotes.
_SETTING = re.compile(
    r"\s*(?P<name>[A-Za-z][A-Za-z0-9_.-]*)\s*="
    r"\s*((?P<quote>[\"'])(?P<quoted>[^\"']+)(?P=quote)|(?P<plain>[^,\"']+?))\s*(,|$)"
)
# What a configuration file takes without quotes, in all engines.
_WORD = re.compile(r"[\w.:/-]+")
TYPED_DIGITS = 12
"""Of a commit, where a command names it."""
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

    @property
    def is_folder(self) -> bool:
        """Whether it is a repository's folder, and no layer."""
        return "/" in self.base or self.base in (".", "..", "~")


@dataclass(frozen=True)
class Side:
    """One of the things compared: an engine's layer, and settings beside the study's."""

    layer: str
    settings: dict[str, str | int] = field(default_factory=dict)
    typed: str | None = field(default=None, compare=False)
    """What stood ahead of the settings, if that is not the layer, with the commit that it meant."""
    takes_changes: bool = field(default=False, compare=False)
    """Whether what is not committed would be part of it."""

    @property
    def name(self) -> str:
        """The factor ``side`` of its cells, which names its layer."""
        return self._with_settings(self.layer)

    @property
    def word(self) -> str:
        """As a command line has it: a layer that is written for it has no name elsewhere."""
        return self._with_settings(self.typed or self.layer)

    def _with_settings(self, built: str) -> str:
        settings = ",".join(f"{name}={value}" for name, value in self.settings.items())
        return f"{built}{{{settings}}}" if settings else built

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

    ``dirty``: changes in a repository that are not committed are part of a side that names no
    commit of it. ``of``: the layer whose tree commits go into, in place of that of their version;
    those of one repository go into one. Where one side is compiled, so is another that can be:
    Debian's own program is built otherwise.

    Raises CompareError, one line that says what to change.
    """
    parsed = [_parsed(text) for text in texts]
    trees = _trees([source for source, _ in parsed]) if of is None else {}
    sides = [
        _read(source, settings, root, dirty, of or trees.get(_repository(source)))
        for source, settings in parsed
    ]
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
            raise CompareError(f"{side.word} is named twice: a side differs from itself in nothing")
    families = sorted({side.family for side in sides})
    if len(families) > 1 and not across_families:
        raise CompareError(
            f"{' and '.join(families)} are different engines, whose pages, logs and clean-up are "
            "not the same things: --across-families compares what the device, the clock and the "
            "processor saw of them"
        )
    return sides


def _parsed(text: str) -> tuple[Source, dict[str, str | int]]:
    if not (found := _SIDE.fullmatch(text.strip())):
        raise CompareError(f"{text}: {_USAGE}")
    return _source(found["built"].strip()), _settings(found["settings"], text)


def _read(
    source: Source, settings: dict[str, str | int], root: Path, dirty: bool, of: str | None
) -> Side:
    layer = layer_of(source, root, dirty, of)
    built = load_layer(layer_file(root, layer)).source if layer != source.base else None
    if built is None:
        return Side(layer, settings)
    takes_changes = dirty and source.is_folder and source.commit is None
    commit = "" if takes_changes or built.commit is None else f"@{built.commit[:TYPED_DIGITS]}"
    typed = "+".join([f"{source.base}{commit}", *source.patches])
    return Side(layer, settings, typed, takes_changes)


def _repository(source: Source) -> Path | None:
    return Path(source.base).expanduser().resolve() if source.is_folder else None


def _trees(sources: Sequence[Source]) -> dict[Path | None, str]:
    """The engine whose tree the commits of each repository go into, all into one."""
    trees: dict[Path | None, str] = {}
    for repository in dict.fromkeys(map(_repository, sources)):
        if repository is None:
            continue
        named = [each.commit or "HEAD" for each in sources if _repository(each) == repository]
        try:
            commits = [resolve_commit(repository, commit) for commit in named]
            trees[repository] = tree_for(repository, *commits)
        except LayerError as error:
            raise CompareError(str(error)) from None
    return trees


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
    # Layers that were written for commits and patches can be named; their names are not told.
    shipped = [name for name in known if layer_file(root, name).parent == root / FOLDERS[0]]
    if of is not None and of not in shipped:
        raise CompareError(unknown("engine", of, shipped))
    is_folder = source.is_folder
    if source.commit is None and not source.patches and not is_folder:
        if source.base not in known:
            raise CompareError(unknown("engine", source.base, shipped))
        return source.base
    if not is_folder and source.base not in known:
        raise CompareError(
            f"{unknown('engine', source.base, shipped)}; a repository's folder has a slash in it"
        )
    try:
        # Changes that are not committed are no part of a commit that is named, nor of a layer.
        return derive(
            source.base,
            source.commit,
            source.patches,
            root=root,
            of=of if is_folder else None,
            dirty=dirty and is_folder and source.commit is None,
        )
    except LayerError as error:
        raise CompareError(str(error)) from None


def _settings(text: str | None, side: str) -> dict[str, str | int]:
    """``a=1, b=off`` as a mapping, in the order of names, so that the order written is the same."""
    if text is None:
        return {}
    settings: dict[str, str | int] = {}
    at = 0
    while at < len(text) or not settings:
        found = _SETTING.match(text, at)
        if not found:
            part = text[at:].strip()
            raise CompareError(
                f'{side}: "{part}" is no setting: write name=value, and a value that has a comma '
                'in quotes: name="a,b"'
            )
        at = found.end()
        # Both of MariaDB's spellings are one setting.
        name = found["name"].replace("-", "_")
        if name in settings:
            raise CompareError(f"{side}: {name} is set twice")
        value = found["plain"] or found["quoted"]
        if found["quoted"] and not _WORD.fullmatch(value):
            # As a configuration file has it.
            value = f"'{value}'"
        settings[name] = int(value) if re.fullmatch(r"0|[1-9]\d*", value) else value
    return dict(sorted(settings.items()))
