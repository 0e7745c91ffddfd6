"""A history of PostgreSQL with one commit to find: ``python -m tests.compare.history FOLDER``.

``FOLDER`` becomes a repository of sixteen commits behind the first, which is Debian's source as the
layer ``postgresql-18-source`` has it: harmless ones, one that does not compile, and one by which
each look-up touches one page more. docs/compare.md has the command that searches it.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from scripts.layers.lock import required_lock
from scripts.layers.model import ENVS, load_layer
from tests.compare.harmless import changes
from tests.compare.known_changes import PATCHES

LAYER_FILE = ENVS / "postgresql-18-source.yaml"
BUILT = "results/layers/postgresql-18-source/layer.json"
COMMITS = 16
CULPRIT = 11
PATCH = "page-per-look-up"
BROKEN = 8
"""Does not compile, and the commit behind it takes that back."""
BREAKS = "src/backend/access/heap/heapam.c"


def unpack_source(folder: Path, store: Path = Path("results/packages")) -> None:
    """Unpack Debian's source into a new folder, with Debian's patches, as the recipe does.

    Raises SystemExit, with what to do, where the layer has not been built.
    """
    folder.mkdir(parents=True)
    lock = required_lock(LAYER_FILE, load_layer(LAYER_FILE))
    for part, strip in ((".orig.tar", 1), (".debian.tar", 0)):
        (package,) = (each for name, each in lock.packages.items() if part in name)
        archive = store / package.sha256
        if not archive.exists():
            raise SystemExit(f"{archive} is missing: run snakemake --cores all {BUILT}")
        words = ["tar", "--extract", f"--strip-components={strip}"]
        subprocess.run([*words, f"--directory={folder}", f"--file={archive}"], check=True)
    patches = folder / "debian/patches"
    for line in (patches / "series").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            _patch(folder, (patches / line).read_bytes())


def _patch(folder: Path, text: bytes, *more: str) -> None:
    command = ["patch", "--strip=1", "--silent", "--no-backup-if-mismatch", *more]
    subprocess.run(command, cwd=folder, input=text, check=True)


def write_history(folder: Path) -> None:
    """Make the repository; it is the same each time but for the dates."""
    unpack_source(folder)
    shutil.rmtree(folder / "debian")
    _git(folder, "init", "--quiet", "--initial-branch", "main")
    _commit(folder, "PostgreSQL")
    harmless = (each for each in changes(folder) if not each[0].endswith(("-heapam", "-nbtpage")))
    broken = folder / BREAKS
    whole = broken.read_bytes()
    for number in range(1, COMMITS + 1):
        if number == CULPRIT:
            name, patch = PATCH, (PATCHES / f"{PATCH}.patch").read_bytes()
        elif number in (BROKEN, BROKEN + 1):
            broken.write_bytes(whole + b"\n#error\n" if number == BROKEN else whole)
            _commit(folder, f"{number}: heapam.c")
            continue
        else:
            # Of a file that no other commit changes.
            name, text = next(harmless)
            patch = text.encode("utf-8", "surrogateescape")
        _patch(folder, patch, "--fuzz=0")
        _commit(folder, f"{number}: {name}")


def _commit(folder: Path, message: str) -> None:
    _git(folder, "add", "--all", "--force")
    _git(folder, "commit", "--quiet", "--message", message)


def _git(folder: Path, *words: str) -> None:
    named = ["-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "core.autocrlf=false"]
    subprocess.run(["git", "-C", str(folder), *named, *words], check=True)


if __name__ == "__main__":
    write_history(Path(sys.argv[1]))
