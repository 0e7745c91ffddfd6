"""Command line of the layers: ``python -m scripts.layers build|hammerdb|lock|check``."""

import argparse
import sys
from pathlib import Path

from scripts.layers.build import build_layer, take_image
from scripts.layers.errors import LayerError
from scripts.layers.hammerdb import build_hammerdb
from scripts.layers.model import ENVS, layer_names, load_layer

RESULTS = Path("results/layers")
PACKAGES = Path("results/packages")


def main(arguments: list[str] | None = None) -> int:
    """Run one command; return the process's exit code."""
    options = _parser().parse_args(arguments)
    try:
        options.command(options)
    except LayerError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("error: interrupted; the former layer is untouched", file=sys.stderr)
        return 130
    return 0


def _build(options: argparse.Namespace) -> None:
    name = options.layer.name.removesuffix(".yaml")
    manifest = build_layer(
        options.layer,
        options.out or RESULTS / name,
        options.toolchain,
        options.packages,
        report=lambda step: print(f"layer {name}: {step}", file=sys.stderr, flush=True),
        warn=lambda text: print(f"warning: {text}", file=sys.stderr, flush=True),
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


def _lock(options: argparse.Namespace) -> None:
    """Take the images that are built as those to expect; layers that are not built keep theirs."""
    names = options.names or [n for n in layer_names() if (options.layers / n).exists()]
    if not names:
        raise LayerError(f"{options.layers}: no layer is built there, so there is nothing to lock")
    for name in names:
        print(f"{take_image(ENVS / f'{name}.yaml', options.layers / name)}: written")


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

    lock = commands.add_parser("lock", help="record the images that are built as those to expect")
    lock.add_argument("names", nargs="*", help="layers (all that are built)")
    lock.add_argument("--layers", type=Path, default=RESULTS, help="where they are (%(default)s)")
    lock.set_defaults(command=_lock)

    check = commands.add_parser("check", help="check layer files and list them")
    check.add_argument("files", nargs="*", type=Path, help="files (all in envs/)")
    check.set_defaults(command=_check)
    return parser


if __name__ == "__main__":
    sys.exit(main())
