"""Command line of the layers: ``python -m scripts.layers build|relock|bundle|...``."""

import argparse
import os
import signal
import sys
from pathlib import Path

from scripts.engines.layer_files import layer_file as file_of
from scripts.files import NotAFileError, check_folder
from scripts.layers.build import Report, build_layer, take_image
from scripts.layers.bundle import make_bundle
from scripts.layers.compiled import build_compiled, is_of_lock, lock_source
from scripts.layers.derive import derive
from scripts.layers.errors import LayerError
from scripts.layers.hammerdb import build_hammerdb
from scripts.layers.model import ENVS, layer_names, load_layer
from scripts.layers.relock import relock
from scripts.layers.source import build_source
from scripts.programs import TooLongError
from scripts.programs.entry import exit_with

ROOT = ENVS.parent
RESULTS = Path("results/layers")
PACKAGES = Path("results/packages")
BUNDLE = Path("bundle")


def main(arguments: list[str] | None = None) -> int:
    """Run one command; return the process's exit code."""
    options = _parser().parse_args(arguments)
    # Ends what was started, as Ctrl-C does.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        options.command(options)
    except (LayerError, NotAFileError, TooLongError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("error: interrupted; what was fetched is kept, run it again", file=sys.stderr)
        return 130
    return 0


def _build(options: argparse.Namespace) -> None:
    name = options.layer.name.removesuffix(".yaml")
    out = options.out or RESULTS / name
    _build_into(options, options.layer, out, options.toolchain, _warn)


def _warn(text: str) -> None:
    print(f"warning: {text}", file=sys.stderr, flush=True)


def _build_into(
    options: argparse.Namespace, layer_file: Path, out: Path, toolchain: Path, warn: Report
) -> None:
    name = layer_file.name.removesuffix(".yaml")
    # Their files are read as they are found.
    for folder in (out, toolchain):
        if folder.is_dir():
            check_folder(folder)

    def report(step: str) -> None:
        print(f"layer {name}: {step}", file=sys.stderr, flush=True)

    layer = load_layer(layer_file)
    if layer.from_sources:
        build = build_compiled if layer.source else build_source
        jobs = options.jobs or len(os.sched_getaffinity(0))
        manifest = build(
            layer_file, out, toolchain, options.packages, jobs, report=report, warn=warn
        )
    else:
        manifest = build_layer(
            layer_file, out, toolchain, options.packages, report=report, warn=warn
        )
    size_mib = manifest["image_bytes"] / 1024**2
    print(f"layer {name}: {len(manifest['packages'])} packages, {size_mib:.0f} MiB")


def _hammerdb(options: argparse.Namespace) -> None:
    manifest = build_hammerdb(
        options.folder,
        options.version,
        options.out,
        options.toolchain,
        report=lambda step: print(f"layer hammerdb: {step}", file=sys.stderr, flush=True),
    )
    size_mib = manifest["image_bytes"] / 1024**2
    print(f"layer hammerdb: version {options.version}, {size_mib:.0f} MiB")


def _relock(options: argparse.Namespace) -> None:
    """Take today's packages, then build what moved: an image's hash completes its lock."""
    if unknown := set(options.names) - set(layer_names()):
        raise LayerError(f"no such layer: {min(unknown)}; there are {', '.join(layer_names())}")
    files = [ENVS / f"{name}.yaml" for name in options.names or layer_names()]
    to_build = relock(files, show=lambda text: print(text, flush=True))
    toolchain = options.layers / "toolchain"
    for path in sorted(to_build, key=_order):
        if path.stem != "toolchain" and not (toolchain / "layer.json").exists():
            _build_into(options, ENVS / "toolchain.yaml", toolchain, toolchain, _warn)
        out = options.layers / path.name.removesuffix(".yaml")
        # The image is not in the lock yet: the next line writes it.
        _build_into(options, path, out, toolchain, warn=lambda _text: None)
        print(f"{take_image(path, out)}: written", flush=True)
    for path in files:
        if load_layer(path).source:
            print(f"{lock_source(path)}: written; it is compiled when it is first used")


def _order(layer_file: Path) -> tuple[int, Path]:
    """The toolchain packs all others; what is compiled comes after its compiler."""
    last = 2 if load_layer(layer_file).from_sources else 1
    return (0 if layer_file.stem == "toolchain" else last, layer_file)


def _lock(options: argparse.Namespace) -> None:
    """Take the images that are built as those to expect; layers that are not built keep theirs."""
    names = options.names or [n for n in layer_names() if (options.layers / n).exists()]
    if not names:
        raise LayerError(f"{options.layers}: no layer is built there, so there is nothing to lock")
    for name in names:
        path = file_of(ROOT, name)
        if load_layer(path).source:
            lock = lock_source(path)
            if not is_of_lock(path, options.layers / name):
                print(f"{lock}: written; build it, with `python -m scripts.layers build {path}`")
                continue
        print(f"{take_image(path, options.layers / name)}: written")


def _derive(options: argparse.Namespace) -> None:
    name = derive(
        options.base, options.commit, options.patch, of=options.of, dirty=options.dirty, root=ROOT
    )
    print(file_of(ROOT, name).relative_to(ROOT))


def _bundle(options: argparse.Namespace) -> None:
    number = make_bundle(
        [ENVS / f"{name}.yaml" for name in layer_names()],
        options.out,
        options.packages,
        report=lambda step: print(f"bundle: {step}", file=sys.stderr, flush=True),
    )
    print(f"{options.out}: {number} files; use it with BANDWISE_BUNDLE={options.out.resolve()}")


def _check(options: argparse.Namespace) -> None:
    for path in options.files or [ENVS / f"{name}.yaml" for name in layer_names()]:
        layer = load_layer(path)
        print(f"{layer.name}: {layer.role}, {layer.suite}: {layer.description}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scripts.layers", description=__doc__)
    commands = parser.add_subparsers(required=True)

    build = commands.add_parser("build", help="build one layer from its file in envs/")
    build.add_argument("layer", type=Path, help="envs/<name>.yaml")
    build.add_argument("--out", type=Path, help="folder to make (results/layers/<name>)")
    build.add_argument(
        "--toolchain",
        type=Path,
        default=RESULTS / "toolchain",
        help="folder of the built toolchain layer (%(default)s)",
    )
    build.add_argument(
        "--packages", type=Path, default=PACKAGES, help="folder that keeps packages (%(default)s)"
    )
    build.add_argument("--jobs", type=int, help="compilers at once (as many as there are cores)")
    build.set_defaults(command=_build)

    hammerdb = commands.add_parser("hammerdb", help="make a layer of an unpacked HammerDB")
    hammerdb.add_argument("folder", type=Path, help="the folder that has hammerdbcli")
    hammerdb.add_argument("--version", required=True, help="such as 6.0")
    hammerdb.add_argument("--out", type=Path, default=RESULTS / "hammerdb", help="(%(default)s)")
    hammerdb.add_argument(
        "--toolchain",
        type=Path,
        default=RESULTS / "toolchain",
        help="folder of the built toolchain layer (%(default)s)",
    )
    hammerdb.set_defaults(command=_hammerdb)

    derive_ = commands.add_parser(
        "derive", help="write the file of an engine's layer from a commit or with patches"
    )
    derive_.add_argument("base", help="an engine of envs/, or the folder of a git repository")
    derive_.add_argument("--commit", help="of that repository (HEAD)")
    derive_.add_argument(
        "--patch", action="append", default=[], type=Path, help="a patch; may be given again"
    )
    derive_.add_argument("--of", help="the engine whose tree a commit goes into")
    derive_.add_argument(
        "--dirty", action="store_true", help="take changes that are not committed, as a patch"
    )
    derive_.set_defaults(command=_derive)

    relock = commands.add_parser(
        "relock", help="take today's packages: show what moves, write the locks, build the layers"
    )
    relock.add_argument("names", nargs="*", help="layers (all of envs/)")
    relock.add_argument("--layers", type=Path, default=RESULTS, help="where to (%(default)s)")
    relock.add_argument(
        "--packages", type=Path, default=PACKAGES, help="folder that keeps packages (%(default)s)"
    )
    relock.set_defaults(command=_relock, jobs=None)

    lock = commands.add_parser("lock", help="record the images that are built as those to expect")
    lock.add_argument("names", nargs="*", help="layers (all that are built)")
    lock.add_argument("--layers", type=Path, default=RESULTS, help="where they are (%(default)s)")
    lock.set_defaults(command=_lock)

    bundle = commands.add_parser("bundle", help="write all files of the locks into one folder")
    bundle.add_argument("--out", type=Path, default=BUNDLE, help="the folder (%(default)s)")
    bundle.add_argument(
        "--packages", type=Path, default=PACKAGES, help="folder that keeps packages (%(default)s)"
    )
    bundle.set_defaults(command=_bundle)

    check = commands.add_parser("check", help="check layer files and list them")
    check.add_argument("files", nargs="*", type=Path, help="files (all in envs/)")
    check.set_defaults(command=_check)
    return parser


if __name__ == "__main__":
    exit_with(main)
