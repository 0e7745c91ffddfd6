"""Bundles: one folder with every file that the locks name, for machines without a network.

``sha256/`` holds the files, each named by its hash; ``index.txt`` names them, a line each, in the
form of sha256sum: ``packages/`` of the layers, ``python/`` and ``npm/``.
"""

import base64
import hashlib
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts.files.digests import sha256_of
from scripts.layers.errors import LayerError
from scripts.layers.fetch import fetch_packages
from scripts.layers.lock import required_lock
from scripts.layers.model import load_layer
from scripts.programs import TooLongError, run_program

ROOT = Path(__file__).resolve().parents[2]
# The first one's packages make one of the others of its source distribution.
PYTHON_LOCKS = tuple(ROOT / f"envs/{name}.lock" for name in ("build", "requirements", "cluster"))
NPM_LOCK = ROOT / "package-lock.json"
INDEX = "index.txt"

Report = Callable[[str], None]


def make_bundle(layer_files: list[Path], folder: Path, store: Path, report: Report) -> int:
    """Write all files of the locks into ``folder``, complete or not at all; return their number.

    Files that are there already are kept. Raises LayerError.
    """
    (folder / "sha256").mkdir(parents=True, exist_ok=True)
    index = {}
    for path in layer_files:
        layer = load_layer(path)
        lock = required_lock(path, layer)
        report(f"packages of {layer.name}")
        for name, file in fetch_packages(lock, store, report).items():
            package = lock.packages[name]
            index[f"packages/{Path(package.path).name}"] = _take(file, package.sha256, folder)
    for kind, download in (("python", _python_files), ("npm", _npm_files)):
        report(f"{kind} packages")
        with TemporaryDirectory(prefix="bundle-", dir=folder) as scratch:
            for file in download(Path(scratch)):
                index[f"{kind}/{file.name}"] = _take(file, sha256_of(file), folder)
    lines = [f"{digest}  {name}\n" for name, digest in sorted(index.items())]
    beside = folder / f"{INDEX}.new"
    beside.write_text("".join(lines), encoding="utf-8")
    beside.replace(folder / INDEX)
    return len(index)


def _take(file: Path, digest: str, folder: Path) -> str:
    """Have a file in the bundle, without copying it where the file system can."""
    target = folder / "sha256" / digest
    if not target.is_file() or sha256_of(target) != digest:
        beside = target.with_name(f"{digest}.new")
        beside.unlink(missing_ok=True)
        try:
            os.link(file, beside)
        except OSError:
            shutil.copyfile(file, beside)
        beside.chmod(0o644)
        beside.replace(target)
    return digest


def _python_files(scratch: Path) -> Iterator[Path]:
    """Download the Python packages of the locks, for this Python; pip checks their hashes."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    pip += ["--no-deps", "--no-build-isolation", "--require-hashes", "--dest", str(scratch)]
    for lock in PYTHON_LOCKS:
        _run([*pip, "--requirement", str(lock)])
    yield from sorted(scratch.iterdir())


def _npm_files(scratch: Path) -> Iterator[Path]:
    """Download the npm packages of the lock and check them against its hashes."""
    wanted = npm_packages(json.loads(NPM_LOCK.read_text(encoding="utf-8")))
    _run(["npm", "pack", "--silent", "--pack-destination", str(scratch), *sorted(wanted)])
    integrities = {
        "sha512-" + base64.b64encode(hashlib.sha512(file.read_bytes()).digest()).decode(): file
        for file in scratch.iterdir()
    }
    for name, integrity in sorted(wanted.items()):
        if integrity not in integrities:
            raise LayerError(f"{name}: npm's file is not the one that package-lock.json names")
    yield from sorted(integrities[integrity] for integrity in set(wanted.values()))


def npm_packages(lock: dict) -> dict[str, str]:
    """Name with version, and hash, of all packages of a package-lock that Linux on x86-64 needs."""
    return {
        f"{path.rpartition('node_modules/')[2]}@{entry['version']}": entry["integrity"]
        for path, entry in lock["packages"].items()
        if path
        and "linux" in entry.get("os", ["linux"])
        and "x64" in entry.get("cpu", ["x64"])
        and "musl" not in entry.get("libc", [])
    }


def _run(argv: list[str]) -> None:
    name = "pip" if "pip" in argv else argv[0]
    try:
        result = run_program(argv, name, cwd=ROOT)
    except TooLongError as error:
        raise LayerError(str(error)) from None
    except FileNotFoundError:
        raise LayerError(f"{argv[0]} is not installed: run `make setup`") from None
    if result.returncode != 0:
        said = (result.stderr.strip() or result.stdout.strip() or "no message").splitlines()
        complaint = next((line for line in said if "error" in line.lower()), said[-1])
        raise LayerError(f"{Path(argv[0]).name} {' '.join(argv[1:4])} failed: {complaint}")
