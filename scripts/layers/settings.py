"""``python -m scripts.layers.settings [engine ...]``: what settings the engines of layers have.

Asks the engine of a built layer and writes ``envs/<engine>.settings.tsv``, by which a study is
checked. Run as root, as the engines start in their layers; ``make relock`` does.
"""

from __future__ import annotations

import argparse
import importlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from scripts.engines.families import family, family_of
from scripts.engines.settings import Setting, list_path, list_text
from scripts.files import write_whole
from scripts.layers.enter import toolchain_binary, toolchain_command
from scripts.layers.errors import LayerError
from scripts.layers.image import run as run_tool
from scripts.layers.lock import required_lock
from scripts.layers.model import ENVS, layer_names, load_layer

LAYERS = Path("results/layers")
LIMIT_S = 300.0


def made_of(engine: str) -> str:
    """The locked server that an engine's list describes, as the list's first line says it."""
    wanted = re.compile(family(family_of(engine)).server_packages)
    file = ENVS / f"{engine}.yaml"
    packages = required_lock(file, load_layer(file)).packages
    named = (
        f"{name} {about.version}" for name, about in packages.items() if wanted.fullmatch(name)
    )
    return f"{next(named)}: python -m scripts.layers.settings {engine}"


def settings_in(image: Path, engine: str, toolchain: Path) -> list[Setting]:
    """What the engine in a layer's image says of its settings. Raises LayerError."""
    with tempfile.TemporaryDirectory(prefix="bandwise-settings-") as folder:
        tree = Path(folder) / "tree"
        unpack = toolchain_binary(toolchain / "tree", "fsck.erofs")
        run_tool([*unpack, f"--extract={tree}", "--no-preserve", str(image)])
        for made in ("dev", "proc", "tmp"):
            (tree / made).mkdir(exist_ok=True)
        (tree / "tmp").chmod(0o1777)

        def run(argv: list[str]) -> str:
            return _output(toolchain_command(tree, argv))

        return importlib.import_module(f"scripts.engines.{family_of(engine)}.settings").ask(
            run, tree
        )


def _output(argv: list[str]) -> str:
    try:
        done = subprocess.run(
            argv, capture_output=True, text=True, errors="replace", check=False, timeout=LIMIT_S
        )
    except subprocess.TimeoutExpired:
        raise LayerError(f"{argv[-1]} did not end within {LIMIT_S:.0f} s") from None
    if done.returncode != 0:
        last = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()[-1]
        command = "sudo .venv/bin/python -m scripts.layers.settings"
        advice = "" if os.geteuid() == 0 else f": run `{command}`"
        raise LayerError(f"the engine can't be asked for its settings ({last}){advice}")
    return done.stdout


def main(arguments: list[str] | None = None) -> int:
    """Write the lists of engines; 1 after one line of explanation."""
    parser = argparse.ArgumentParser(prog="python -m scripts.layers.settings", description=__doc__)
    parser.add_argument("engines", nargs="*", help="(those whose lists are not of the locked one)")
    parser.add_argument("--layers", type=Path, default=LAYERS, help="(%(default)s)")
    options = parser.parse_args(arguments)
    try:
        for name in options.engines or layer_names():
            layer = load_layer(ENVS / f"{name}.yaml")
            # What is compiled may have any settings.
            if layer.role != "engine" or layer.source:
                continue
            path, source = list_path(Path(), name), made_of(name)
            is_current = path.is_file() and path.read_text().startswith(f"# {source}\n")
            if is_current and name not in options.engines:
                continue
            image = options.layers / name / "image.erofs"
            if not image.is_file():
                command = f"python -m scripts.layers build envs/{name}.yaml"
                raise LayerError(f"{path} is not of the locked server: run `{command}` first")
            found = settings_in(image, name, options.layers / "toolchain")
            write_whole(path, list_text(source, found).encode())
            print(f"{path}: {len(found)} settings")
    except LayerError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
