"""Writing the file of a layer that is compiled from a commit, or with patches.

``envs/<engine>-source.yaml`` is an engine compiled from Debian's source package as it is. What is
written here, into ``results/envs/``, adds patches to one of these, or takes a commit of a user's
git repository in place of the package. The name ends in a hash of all that decides the program, so
the same commit and patches are the same layer, and others another.
"""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

import yaml

from scripts.engines.layer_files import FOLDERS, LOCK_SUFFIX
from scripts.engines.recipes import compiled_families, recipe
from scripts.files import write_whole
from scripts.layers.compiled import compiler_of, recipe_for, source_hash, source_of
from scripts.layers.errors import LayerError
from scripts.layers.git import (
    changes_of,
    file_at,
    refuse_changes,
    resolve_commit,
    submodule_commits,
)
from scripts.layers.lock import Lock, required_lock, write_lock
from scripts.layers.model import ENVS, Layer, Source, layer_names, load_layer

SUFFIX = "-source"
DIGITS = 12
PATCHES = "patches"
DIRTY = "uncommitted-changes.patch"
# A hunk, of either form; or what git says of a file in place of one.
_CHANGES = re.compile(rb"^(@@ -\d|\*{15}|diff --git )", re.M)


def derive(
    base: str,
    commit: str | None = None,
    patches: Sequence[Path | str] = (),
    *,
    root: Path,
    of: str | None = None,
    dirty: bool = False,
) -> str:
    """Write the layer of a commit, or of an engine with patches, below ``root``; return its name.

    ``base`` is an engine in ``envs/``, or the folder of a git repository, of which ``commit`` is
    taken (HEAD when None, whose files must not be changed then). ``of`` is the engine whose tree a
    commit goes into, else one of its family is found. ``dirty``: take changes that are not
    committed, as a last patch. An engine without patches is its layer in ``envs/``, and nothing is
    written. Raises LayerError.
    """
    texts = {Path(path).name: _read(Path(path).expanduser()) for path in patches}
    if len(texts) < len(patches):
        raise LayerError("two patches have the same file name: rename one of them")
    folder = Path(base).expanduser()
    if base in layer_names():
        if commit is not None or dirty:
            raise LayerError(f"{base} is a layer and no repository: it takes patches alone")
        template = _from_package(base)
        if not patches:
            return template.name
        source, lock = source_of(template), required_lock(ENVS / f"{template.name}.yaml", template)
        said = "from Debian's source"
        words = [source.of]
    else:
        folder = folder.resolve()
        full = resolve_commit(folder, commit or "HEAD")
        if not dirty:
            # A commit that is named is that one, whatever is checked out and changed.
            if commit is None:
                refuse_changes(folder, full)
        elif changes := _changes(folder, full):
            texts[DIRTY] = changes
        engine = load_layer(ENVS / f"{of or tree_for(folder, full)}.yaml")
        # Found now, and not when other sides have been compiled.
        submodule_commits(folder, full, recipe_for(engine).submodules)
        source = Source(of=engine.name, git=str(folder), commit=full)
        of_lock = required_lock(ENVS / f"{engine.name}.yaml", engine)
        lock = Lock(suite=engine.suite, snapshot=of_lock.snapshot, image_sha256=None, packages={})
        template = engine
        said = f"of commit {full[:12]} of {folder.name}" + (
            " with changes that are not committed" if DIRTY in texts else ""
        )
        words = [source.of, full[:8]]
    return _write(template, source, lock, texts, said, words, root / FOLDERS[1])


def _write(
    template: Layer,
    source: Source,
    lock: Lock,
    patches: dict[str, bytes],
    said: str,
    words: list[str],
    folder: Path,
) -> str:
    """Write layer, lock and patches; what is there already of the same name is the same."""
    folder.mkdir(parents=True, exist_ok=True)
    copies = []
    for patch, content in patches.items():
        copy = folder / PATCHES / _hash(content) / patch
        copy.parent.mkdir(parents=True, exist_ok=True)
        write_whole(copy, content)
        copies.append(str(copy.relative_to(folder)))
    described = {
        "role": "engine",
        "adapter": template.adapter,
        "suite": template.suite,
        "description": " ".join([f"{source.of}'s program {said}", *_with(list(patches))]),
        "source": source.model_copy(update={"patch": copies}).model_dump(exclude_defaults=True),
    }
    # No layer's file is needed to tell what decides the program; its place is, for the patches.
    layer = Layer.model_validate({"name": source.of, **described})
    digest = source_hash(folder / f"{source.of}.yaml", layer)
    slugs = filter(None, (_slug(Path(patch).stem) for patch in patches))
    name = "-".join([*words, *slugs, digest[:DIGITS]])
    text = yaml.safe_dump({"name": name, **described}, sort_keys=False, width=10_000)
    write_lock(
        folder / f"{name}{LOCK_SUFFIX}",
        lock.model_copy(update={"source_sha256": digest, "image_sha256": None}),
    )
    write_whole(folder / f"{name}.yaml", text.encode())
    return name


def _from_package(engine: str) -> Layer:
    """The layer in ``envs/`` that is an engine compiled from Debian's source package."""
    layer = load_layer(ENVS / f"{engine}.yaml")
    name = engine if layer.source else f"{engine}{SUFFIX}"
    path = ENVS / f"{name}.yaml"
    if not path.exists():
        there = [each for each in layer_names() if each.endswith(SUFFIX)]
        engines = ", ".join(each.removesuffix(SUFFIX) for each in there)
        has_recipe = layer.adapter in compiled_families()
        own = [each for each in there if each.startswith(f"{layer.adapter}-")]
        like = f"envs/{(own or there)[0]}.yaml"
        way = f"; write {path} as {like} is, and run `make relock NAMES={name}`"
        raise LayerError(
            f"{engine} can't be compiled, so it takes no patches: these do: {engines}"
            f"{way if has_recipe else ''}"
        )
    return load_layer(path)


def tree_for(repository: Path, *commits: str) -> str:
    """The engine in ``envs/`` whose tree fits commits of a repository best.

    It is the newest of those that one of them has the version of, else the newest that there is.
    Raises LayerError.
    """
    engines: list[str] = []
    same: set[str] = set()
    for commit in commits:
        engines, version = _fitting(repository, commit)
        same.add(version)
    return [name for name in engines if name in same or not same & {*engines}][-1]


def _fitting(repository: Path, commit: str) -> tuple[list[str], str]:
    """Engines that a commit can go into, by version, and what one of its own would be called."""
    for family in compiled_families():
        how = recipe(family)
        if file_at(repository, commit, how.sign) is None:
            continue
        engines = [layer.name for layer in _engines(family) if _has_compiler(layer)]
        if not engines:
            break
        version = how.version_in(file_at(repository, commit, how.version_file) or "")
        return engines, f"{family}-{version}"
    raise LayerError(
        f"{repository}: commit {commit[:12]} is of no engine that can be compiled here "
        f"({', '.join(compiled_families())})"
    )


def _engines(family: str) -> list[Layer]:
    """Layers of a family that come from Debian's packages, by version."""
    layers = [load_layer(ENVS / f"{name}.yaml") for name in layer_names()]
    found = [layer for layer in layers if layer.adapter == family and layer.source is None]
    return sorted(found, key=lambda layer: [int(part) for part in re.findall(r"\d+", layer.name)])


def _has_compiler(layer: Layer) -> bool:
    return (ENVS / f"{compiler_of(layer)}.yaml").exists()


def _changes(repository: Path, commit: str) -> bytes:
    if resolve_commit(repository, "HEAD") != commit:
        raise LayerError(
            f"{repository}: another commit than {commit[:12]} is checked out, so what is changed "
            "there is no change of that one: leave out --dirty, or name no commit"
        )
    return changes_of(repository).encode()


def _read(path: Path) -> bytes:
    """The text of a patch, which has something to apply; whether it fits is found in the build."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise LayerError(f"{path}: {error.strerror}: name the file of a patch") from None
    if not text.strip():
        raise LayerError(f"{path}: is empty: name the file of a patch")
    if not _CHANGES.search(text):
        raise LayerError(f"{path}: is no patch, as no line begins a change: write it with git diff")
    return text


def _with(names: list[str]) -> list[str]:
    shown = [name for name in names if name != DIRTY]
    return [f"with {', '.join(shown)}"] if shown else []


def _slug(text: str) -> str:
    """A few letters of a file's name, as a layer's name may have them."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:24].strip("-")


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:DIGITS]
