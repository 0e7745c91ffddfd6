"""Building an engine's layer from source: the tree of Debian's packages with another program.

The key ``source`` of a layer's file says what is compiled, and ``scripts/engines/<family>/source``
how; the compiler is that of the layer ``<family>-build-<suite>``. As for QEMU, nothing of this host
is used, and every path that the compiler sees is always the same. Debug symbols are kept beside the
image, in ``debug/``: what guests get does not depend on them.
"""

import json
import tarfile
from collections.abc import Iterator
from pathlib import Path

from scripts.engines.families import FamilyError, family
from scripts.engines.recipes import DESCRIPTION, Recipe, recipe, recipe_folder
from scripts.files.digests import sha256_of
from scripts.files.hashes import hash_of_text
from scripts.layers.build import build_whole, kept_log, read_manifest, remove_tree
from scripts.layers.debian import SOURCE_DATE_EPOCH_S
from scripts.layers.enter import check_can_enter
from scripts.layers.erofs import Image
from scripts.layers.errors import LayerError
from scripts.layers.git import archive, resolve_commit
from scripts.layers.image import make_image
from scripts.layers.lock import Lock, lock_path, required_lock, write_lock
from scripts.layers.model import ENVS, Layer, Source, load_layer
from scripts.layers.record import made_from
from scripts.layers.source import (
    Report,
    builder_of,
    recipe_command,
    recipe_files,
    supervise,
    unpack,
)

COMMON = Path(__file__).parent / "recipe"


def compiler_of(layer: Layer) -> str:
    """The layer whose compiler an engine is made with: of its suite, as its libraries are."""
    return f"{layer.adapter}-build-{layer.suite}"


def source_of(layer: Layer) -> Source:
    """What an engine's layer is compiled from; LayerError for a layer that isn't compiled."""
    if layer.source is None:
        raise LayerError(f"layer {layer.name}: has no key source, so nothing of it is compiled")
    return layer.source


def recipe_for(layer: Layer) -> Recipe:
    """How a layer's family is compiled. Raises LayerError."""
    try:
        return recipe(layer.adapter or "")
    except FamilyError as error:
        raise LayerError(str(error)) from None


def patches_of(layer_file: Path, layer: Layer) -> list[Path]:
    """The files of a layer's patches. Raises LayerError when one is missing."""
    paths = [layer_file.parent / Path(name).expanduser() for name in source_of(layer).patch]
    for path in paths:
        if not path.is_file():
            raise LayerError(f"{layer_file}: source.patch: there is no file {path}")
    return paths


def recipe_of_family(layer: Layer) -> list[Path]:
    """The files that say how a layer's family is compiled; their names differ."""
    own = recipe_folder(layer.adapter or "")
    return [*recipe_files(COMMON), *recipe_files(own), own / DESCRIPTION]


def source_hash(layer_file: Path, layer: Layer) -> str:
    """One hash of all that decides the program beside its packages, known before a build.

    Commit and patches, the recipe, and what the locks name as the compiler's and the tree's images.
    """
    source = source_of(layer)
    known = {
        "apt": source.apt,
        **({"version": source.version} if source.version else {}),
        "commit": source.commit,
        "patches": [sha256_of(path) for path in patches_of(layer_file, layer)],
        "recipe": {path.name: sha256_of(path) for path in recipe_of_family(layer)},
        "images": [_locked_image(name) for name in (source.of, compiler_of(layer))],
    }
    return hash_of_text(json.dumps(known, sort_keys=True))


def _locked_image(name: str) -> str:
    path = ENVS / f"{name}.yaml"
    if not path.exists():
        suites = sorted(found.name for found in ENVS.glob(f"{name.rpartition('-')[0]}-*.yaml"))
        raise LayerError(
            f"{path} is missing, which a layer from source is made with: write it as "
            f"{suites[0] if suites else 'the others'} is, and run `make relock NAMES={name}`"
        )
    lock = required_lock(path, load_layer(path))
    return lock.image_sha256 or hash_of_text(lock.model_dump_json())


def built_with(layer_file: Path) -> list[str]:
    """The layers that must be built before one from source.

    They are its compiler and, of an engine, the layer whose tree it goes into.
    """
    layer = load_layer(layer_file)
    return [compiler_of(layer), layer.source.of] if layer.source else [builder_of(layer.name)]


def recipe_files_of(layer_file: Path) -> list[Path]:
    """The files that say how a layer from source is compiled, its patches among them."""
    layer = load_layer(layer_file)
    if not layer.source:
        return recipe_files(Path(layer.name))
    return [*recipe_of_family(layer), *patches_of(layer_file, layer)]


def build_compiled(
    layer_file: Path,
    target: Path,
    toolchain: Path,
    store: Path,
    jobs: int,
    report: Report,
    warn: Report,
) -> dict:
    """Compile an engine into the layer in the folder ``target``; return its manifest (layer.json).

    The layers of ``built_with`` are expected beside ``target``. What was compiled once is kept
    beside ``store``, and makes the next build short. Arguments are those of ``build_source``.
    Raises LayerError.
    """
    layer = load_layer(layer_file)
    lock = required_lock(layer_file, layer)
    _check_lock(layer_file, layer, lock)
    compiler, tree = target.parent / compiler_of(layer), target.parent / source_of(layer).of
    base = read_manifest(tree)
    made_with = [read_manifest(compiler)["image_sha256"], base["image_sha256"]]
    packer = read_manifest(toolchain)["image_sha256"]
    source = made_from(layer, lock, source=lock.source_sha256, with_=made_with, toolchain=packer)

    def make(files: dict[str, Path], made: Path, guard: int) -> dict:
        with kept_log(layer, made, target):
            _compile(
                layer_file, lock, files, made, (toolchain, compiler), store, jobs, guard, report
            )
        report("making the image")
        image = _image(layer, made, tree / "image.erofs", toolchain)
        return {
            "name": layer.name,
            "role": layer.role,
            "suite": layer.suite,
            "adapter": layer.adapter,
            "packages": _packages(layer, lock, base["packages"]),
            "source": _provenance(layer_file, layer),
            "source_sha256": lock.source_sha256,
            "image_sha256": sha256_of(image),
            "image_bytes": image.stat().st_size,
        }

    manifest = build_whole(layer, lock, target, source, store, report, make)
    if not manifest["lock_matches"]:
        warn(
            f"layer {layer.name}: its image is not the one that the lock names, though its sources "
            f"are: run `python -m scripts.layers lock {layer.name}`, and please report this"
        )
    return manifest


def _check_lock(layer_file: Path, layer: Layer, lock: Lock) -> None:
    """Raise LayerError where a lock is of other sources than there are now."""
    if lock.source_sha256 != source_hash(layer_file, layer):
        raise LayerError(
            f"{lock_path(layer_file)} is of another commit, patch, recipe, compiler or tree than "
            f"there is now: run `python -m scripts.layers lock {layer.name}`"
        )


def is_of_lock(layer_file: Path, built: Path) -> bool:
    """Whether the layer that is built was compiled from what its lock names."""
    lock = required_lock(layer_file, load_layer(layer_file))
    there = (built / "layer.json").exists()
    return there and read_manifest(built).get("source_sha256") == lock.source_sha256


def _compile(
    layer_file: Path,
    lock: Lock,
    files: dict[str, Path],
    made: Path,
    folders: tuple[Path, Path],
    store: Path,
    jobs: int,
    guard: int,
    report: Report,
) -> None:
    """Run the family's recipe; leaves what it installs in ``made``/root, and ``made``/debug."""
    layer = load_layer(layer_file)
    source = source_of(layer)
    toolchain, compiler = folders
    check_can_enter()
    if source.git and source.commit:
        resolve_commit(Path(source.git).expanduser(), source.commit)
    report("unpacking the compiler")
    places = unpack(lock, files, made, toolchain, compiler)
    if source.git and source.commit:
        repository = Path(source.git).expanduser()
        tar = places.sources / "source.tar"
        archive(repository, source.commit, recipe_for(layer).submodules, tar)
    patches = places.sources / "patches"
    patches.mkdir()
    for number, path in enumerate(patches_of(layer_file, layer), 1):
        (patches / f"{number:04d}-{path.name}").write_bytes(path.read_bytes())
    cache = store.parent / "ccache"
    cache.mkdir(parents=True, exist_ok=True)
    argv = recipe_command(
        places,
        recipe_folder(layer.adapter or ""),
        ["/recipe/build.sh", str(jobs)],
        more=[(COMMON, "/common"), (cache, "/ccache")],
        variables=[f"BUILDER={read_manifest(compiler)['image_sha256']}"],
    )
    report(f"compiling, {jobs} at a time; minutes, or less where it was compiled before")
    supervise(argv, made / "build.log", guard)
    out = places.work / "out"
    if not any((out / "root").rglob("*")):
        raise LayerError("the recipe ended without an error but installed nothing in /build/out")
    for name in ("root", "debug"):
        (out / name).replace(made / name)
    for folder in places:
        remove_tree(folder)


def _image(layer: Layer, made: Path, base: Path, toolchain: Path) -> Path:
    """The image of Debian's tree with the folder ``made``/root in it; that folder is then gone."""
    tar, image = made / "layer.tar", made / "image.erofs"
    replaced = recipe_for(layer).replaces
    built = dict(_built(made / "root"))
    with base.open("rb") as stream, tarfile.open(tar, "w", format=tarfile.PAX_FORMAT) as target:
        debian = Image(stream, base)
        entries = {
            entry.name: (entry, inode)
            for entry, inode in debian.entries()
            if not any(f"{entry.name}/".startswith(f"{path}/") for path in replaced)
        }
        for name in sorted(entries.keys() | built.keys()):
            if name in built and not (name in entries and entries[name][0].isdir()):
                entry, path = built[name]
                if entry.isreg():
                    with path.open("rb") as content:
                        target.addfile(entry, content)
                else:
                    target.addfile(entry)
                continue
            entry, inode = entries[name]
            target.addfile(entry)
            if entry.isreg():
                _append(target, debian.content(inode), entry.size)
    remove_tree(made / "root")
    make_image(tar, image, toolchain / "tree", layer.name)
    tar.unlink()
    return image


def _append(target: tarfile.TarFile, pieces: Iterator[bytes], size: int) -> None:
    """Write the content that belongs to the entry that was just added."""
    assert target.fileobj is not None
    for piece in pieces:
        target.fileobj.write(piece)
    padding = -size % tarfile.BLOCKSIZE
    target.fileobj.write(b"\0" * padding)
    target.offset += size + padding


def _built(root: Path) -> Iterator[tuple[str, tuple[tarfile.TarInfo, Path]]]:
    """What was installed, as entries of root's with one date."""
    for path in sorted(root.rglob("*")):
        name = str(path.relative_to(root))
        entry = tarfile.TarInfo(name)
        entry.mtime = SOURCE_DATE_EPOCH_S
        status = path.lstat()
        entry.mode = 0o755 if path.is_dir() or status.st_mode & 0o100 else 0o644
        if path.is_symlink():
            entry.type, entry.linkname, entry.mode = tarfile.SYMTYPE, str(path.readlink()), 0o777
        elif path.is_dir():
            entry.type = tarfile.DIRTYPE
        else:
            entry.size = status.st_size
        yield name, (entry, path)


def _packages(layer: Layer, lock: Lock, base: dict[str, str]) -> dict[str, str]:
    """The packages of the tree, and the source that its program was compiled from."""
    source = source_of(layer)
    version = source.commit or lock.packages[str(source.apt)].version
    if source.patch:
        version += f" with {', '.join(Path(name).name for name in source.patch)}"
    return {**base, f"{family(layer.adapter or '').name} from source": version}


def _provenance(layer_file: Path, layer: Layer) -> dict:
    """What the program was compiled from, for the manifest: no paths of this host."""
    source = source_of(layer)
    return {
        "of": source.of,
        "apt": source.apt,
        "commit": source.commit,
        "patches": {path.name: sha256_of(path) for path in patches_of(layer_file, layer)},
    }


def lock_source(layer_file: Path) -> Path:
    """Have a lock name the commit, patches, recipe, compiler and tree that there are now.

    An image that was made of others is no longer in it. Returns the lock's path.
    """
    layer = load_layer(layer_file)
    lock = required_lock(layer_file, layer)
    now = source_hash(layer_file, layer)
    path = lock_path(layer_file)
    if lock.source_sha256 != now:
        write_lock(path, lock.model_copy(update={"source_sha256": now, "image_sha256": None}))
    return path
