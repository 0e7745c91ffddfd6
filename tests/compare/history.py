"""A history of PostgreSQL with one commit to find: ``python -m tests.compare.history TREE FOLDER``.

``TREE`` is an unpacked source, and ``FOLDER`` becomes a repository of sixteen commits behind the
first: harmless ones, one that does not compile, and one that flushes the log twice. The search is
``python -m scripts.compare bisect --repo FOLDER --good HEAD~16 --bad HEAD --row "Commits of
INSERTs: flushes"``: some six sides to compile, and to measure in one experiment.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.compare.harmless import changes
from tests.compare.known_changes import PATCHES

COMMITS = 16
CULPRIT = 11
BROKEN = 8
"""Does not compile, and the commit behind it takes that back."""
BREAKS = "src/backend/access/heap/heapam.c"


def write_history(tree: Path, folder: Path) -> None:
    """Make the repository; it is the same each time but for the dates."""
    shutil.copytree(tree, folder, ignore=shutil.ignore_patterns(".git", "debian"))
    _git(folder, "init", "--quiet", "--initial-branch", "main")
    _commit(folder, "PostgreSQL")
    harmless = (each for each in changes(tree) if not each[0].endswith(("-heapam", "-xlog")))
    broken = folder / BREAKS
    whole = broken.read_bytes()
    for number in range(1, COMMITS + 1):
        if number == CULPRIT:
            name, patch = "flush-twice", (PATCHES / "flush-twice.patch").read_bytes()
        elif number in (BROKEN, BROKEN + 1):
            broken.write_bytes(whole + b"\n#error\n" if number == BROKEN else whole)
            _commit(folder, f"{number}: heapam.c")
            continue
        else:
            # Of a file that no other commit changes.
            name, text = next(harmless)
            patch = text.encode("utf-8", "surrogateescape")
        command = ["patch", "--strip=1", "--silent", "--fuzz=0"]
        subprocess.run(command, cwd=folder, input=patch, check=True)
        _commit(folder, f"{number}: {name}")


def _commit(folder: Path, message: str) -> None:
    _git(folder, "add", "--all", "--force")
    _git(folder, "commit", "--quiet", "--message", message)


def _git(folder: Path, *words: str) -> None:
    named = ["-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "core.autocrlf=false"]
    subprocess.run(["git", "-C", str(folder), *named, *words], check=True)


if __name__ == "__main__":
    write_history(Path(sys.argv[1]), Path(sys.argv[2]))
