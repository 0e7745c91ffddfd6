"""Building a layer from source: Debian's source package and our patches, compiled.

For ``envs/<name>.yaml`` the recipe is the folder ``<name>/`` of the repository, with ``build.sh``
and ``patches/``, and the compiler is that of the layer ``<name>-build``. Nothing of this host is
used, and every path that the compiler sees is always the same: so is the program.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from scripts.files.digests import sha256_of
from scripts.layers import supervisor
from scripts.layers.build import build_whole, kept_log, read_manifest, remove_tree
from scripts.layers.debian import SOURCE_DATE_EPOCH_S
from scripts.layers.enter import check_can_enter, toolchain_binary, toolchain_command
from scripts.layers.errors import LayerError
from scripts.layers.image import run
from scripts.layers.lock import Lock, required_lock
from scripts.layers.model import Layer, load_layer
from scripts.layers.record import made_from
from scripts.programs import LIMITS_S, TooLongError

Report = Callable[[str], None]

COMPILER = "the compiler"
# A compiler's, Meson's or CMake's own word, ahead of what repeats it.
_ERROR = re.compile(r"(?:^|[\s:])(?:fatal )?(?:error|ERROR): |^CMake Error")
_HUNK = re.compile(r"Hunk #(\d+) FAILED at (\d+)")
# What a patch program says of a file that is no patch from some line on.
_ENDS = "patch: **** "
PROGRAMS = {"qemu": "qemu-system-x86_64"}


def builder_of(name: str) -> str:
    """The layer whose compiler makes a layer from source."""
    return f"{name}-build"


def recipe_of(layer_file: Path) -> Path:
    """The folder of a source layer's recipe."""
    return layer_file.resolve().parents[1] / layer_file.name.removesuffix(".yaml")


def recipe_files(folder: Path) -> list[Path]:
    """What of a recipe decides the program: all that isn't prose, sorted."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return sorted(path for path in files if path.suffix in (".sh", ".mak", ".patch"))


def build_source(
    layer_file: Path,
    target: Path,
    toolchain: Path,
    store: Path,
    jobs: int,
    report: Report,
    warn: Report,
) -> dict:
    """Compile a layer's program into the folder ``target`` and return its manifest (layer.json).

    ``toolchain`` is the built toolchain layer's folder; that of the builder is expected beside
    ``target``. ``jobs`` is the number of compilers at once. Steps go to ``report``, a program that
    is not the locked one to ``warn``. Raises LayerError.
    """
    layer = load_layer(layer_file)
    lock = required_lock(layer_file, layer)
    recipe = recipe_of(layer_file)
    builder = target.parent / builder_of(layer.name)
    source = source_made_from(layer, lock, recipe, read_manifest(builder)["image_sha256"])

    def make(files: dict[str, Path], made: Path, guard: int) -> dict:
        with kept_log(layer, made, target):
            program = _compile(
                layer, lock, files, made, (toolchain, builder, recipe), jobs, guard, report
            )
        return {
            "name": layer.name,
            "role": layer.role,
            "suite": layer.suite,
            "adapter": None,
            "packages": lock.versions(),
            "program": program.name,
            "image_sha256": sha256_of(program),
            "image_bytes": program.stat().st_size,
        }

    manifest = build_whole(layer, lock, target, source, store, report, make)
    if not manifest["lock_matches"]:
        warn(
            f"layer {layer.name}: its program is not the one that the lock names: if you changed "
            f"{recipe.name}/, run `python -m scripts.layers lock {layer.name}`"
        )
    return manifest


def source_made_from(layer: Layer, lock: Lock, recipe: Path, builder_sha256: str) -> str:
    """One hash of all that decides the program: sources, compiler, recipe."""
    files = {str(path.relative_to(recipe)): sha256_of(path) for path in recipe_files(recipe)}
    return made_from(layer, lock, recipe=files, builder=builder_sha256)


def _compile(
    layer: Layer,
    lock: Lock,
    files: dict[str, Path],
    made: Path,
    folders: tuple[Path, Path, Path],
    jobs: int,
    guard: int,
    report: Report,
) -> Path:
    """Run the recipe in the builder's tree; return the program, which is left in ``made``."""
    toolchain, builder, recipe = folders
    check_can_enter()
    report("unpacking the compiler")
    places = unpack(lock, files, made, toolchain, builder)
    argv = recipe_command(places, recipe, ["/recipe/build.sh", str(jobs)])
    report(f"compiling, {jobs} at a time; some minutes")
    supervise(argv, made / "build.log", guard)
    program = made / PROGRAMS[layer.name]
    try:
        shutil.move(places.work / "out" / program.name, program)
    except FileNotFoundError:
        raise LayerError(
            f"{recipe / 'build.sh'} ended without an error but left no out/{program.name}: see "
            "that it is whole, and that it puts the program there"
        ) from None
    for folder in places:
        remove_tree(folder)
    return program


class Unpacked(NamedTuple):
    """Where a recipe runs: the compiler's tree, the source package, and an empty folder."""

    tree: Path
    sources: Path
    work: Path


def unpack(
    lock: Lock, files: dict[str, Path], made: Path, toolchain: Path, builder: Path
) -> Unpacked:
    """Put what a recipe needs into the folder ``made``: ``files`` are the packages by name."""
    places = Unpacked(made / "tree", made / "sources", made / "work")
    unpacker = toolchain_binary(toolchain / "tree", "fsck.erofs")
    image = builder / "image.erofs"
    run([*unpacker, "--no-preserve-owner", f"--extract={places.tree}", str(image)])
    places.sources.mkdir()
    places.work.mkdir()
    for name, package in lock.packages.items():
        shutil.copyfile(files[name], places.sources / Path(package.path).name)
    return places


def recipe_command(
    places: Unpacked,
    recipe: Path,
    script: list[str],
    more: Sequence[tuple[Path, str]] = (),
    variables: Sequence[str] = (),
) -> list[str]:
    """Arguments that run a recipe's script where it is always run; ``more`` folders can be seen."""
    folders = [(places.sources, "/sources"), (recipe, "/recipe"), (places.work, "/build")]
    return toolchain_command(
        places.tree,
        [
            *("env", f"SOURCE_DATE_EPOCH={SOURCE_DATE_EPOCH_S}", "PYTHONHASHSEED=0"),
            *(*variables, "sh"),
            *script,
        ],
        binds=[*folders, *more],
        folder="/build",
    )


def supervise(argv: list[str], log: Path, guard: int) -> None:
    """Run a command that does not outlive this process; LayerError with its last words."""
    limit_s = LIMITS_S[COMPILER]
    with log.open("w", encoding="utf-8") as stream:
        process = subprocess.Popen(
            [sys.executable, supervisor.__file__, str(os.getpid()), *argv],
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
            pass_fds=[guard],
            start_new_session=True,
        )
    try:
        code = process.wait(limit_s)
    except subprocess.TimeoutExpired:
        said = log.read_text(encoding="utf-8", errors="replace")
        raise LayerError(str(TooLongError(COMPILER, limit_s, said))) from None
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait()
    if code == 0:
        return
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    raise LayerError(f"the compilation failed: {complaint_in(lines)}")


def complaint_in(lines: list[str]) -> str:
    """What a recipe's output says of its failure."""
    if any("No space left on device" in line for line in lines):
        return "the disk is full: free some 3 GiB and build again"
    # The recipe says which patch it applies next.
    patches = [index for index, line in enumerate(lines) if line.startswith("patch ")]
    if patches and (unfit := _unfit(lines[patches[-1] :])):
        name = lines[patches[-1]].removeprefix("patch ")
        return (
            f"{name} does not apply to this source: change it so that it does ({'; '.join(unfit)})"
        )
    for index in reversed(range(len(lines))):
        if found := _ERROR.search(lines[index]):
            # CMake says where on one line, and what on the next.
            more = lines[index + 1 : index + 2] if found[0] == "CMake Error" else []
            return " ".join(line.strip() for line in [lines[index], *more])
    return next((line for line in reversed(lines) if _complains(line)), "it gave no reason")


def _unfit(lines: list[str]) -> list[str]:
    """Which file and hunks a patch program could not change."""
    found = []
    file = ""
    for line in lines:
        if line.startswith("patching file "):
            file = line.removeprefix("patching file ")
        elif match := _HUNK.match(line):
            found.append(f"{file}: hunk {match[1]} at line {match[2]}")
        elif line.startswith("|+++ "):
            found.append(f"there is no file {line.split()[1].partition('/')[2]}")
        elif line.endswith(": git binary diffs are not supported."):
            found.append(f"{line.partition(':')[0].removeprefix('File ')} is binary")
        elif line.startswith(_ENDS):
            found.append(line.removeprefix(_ENDS).strip(": "))
    return found


def _complains(line: str) -> bool:
    return "error" in line.lower() or "FAILED" in line or "find file to patch" in line
