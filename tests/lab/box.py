"""One command in a box: a mount namespace with only its declared files of the repository.

``python box.py DECLARED SHELL -c COMMAND`` runs a rule's command, with DECLARED a JSON object of
its inputs, outputs and logs. Beside the inputs it sees the program (scripts, .venv, node_modules)
and an empty folder for each output. An undeclared file is missing, as it is for a user whose
scheduler began with another job. What the command wrote is moved into place if it was declared;
if anything else was written, the command has failed.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# What Debian's archive gave is kept by its hash, and is the same as asking it again.
PACKAGES = "results/packages"
PROGRAM = ("scripts", ".venv", "node_modules", PACKAGES)
# What a manifest stands for, as rules/paths.smk has it: names in its folder.
STANDS_FOR = {
    "layer.json": ["*"],
    "index.html": ["*"],
    "rows.json": ["*"],
    "outcome.json": ["outbox", "console.log", "timing.json", "provenance.json"],
    "dataset.json": ["console.log"],
    "machine.json": ["console.log"],
    "snapshot.json": ["console.log"],
    "emulator.json": ["build.log"],
    "own.json": ["rows", "schema.sql", "tables.*", "routines.*"],
}
# A lock is no output: it means something only while somebody holds it. Nor are parts of a site that
# are kept by their hash for the next build.
LOCKS = (".guard", ".lock")
KEPT = "-kept"
# $1 box, $2 repository, $3 how many pairs of a file and its place in the box follow; the command.
ENTER = """set -eu
box=$1; repository=$2; pairs=$3; shift 3
while test "$pairs" -gt 0; do
    mount --bind "$1" "$2"
    shift 2
    pairs=$((pairs - 1))
done
mount --rbind "$box" "$repository"
cd "$repository"
exec "$@"
"""


def run(declared: dict[str, list[str]], command: list[str], repository: Path) -> int:
    """Run a command of the repository in a box; its exit code, or 1 for a file too many."""
    inputs = {file for name in declared["inputs"] for file in _stood_for(repository, name)}
    folder = repository / ".snakemake"
    folder.mkdir(exist_ok=True)
    # The first command of a new clone fetches what later ones find there.
    (repository / PACKAGES).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="box-", dir=folder) as name:
        box = Path(name)
        for path in (*declared["outputs"], *declared["logs"]):
            (box / path).parent.mkdir(parents=True, exist_ok=True)
        pairs = [pair for path in PROGRAM for pair in _shown(repository, box, path)]
        pairs += [pair for path in sorted(inputs) for pair in _shown(repository, box, path)]
        before = {path: _changed_ns(repository / path) for path in inputs}
        mounts = [str(path) for pair in pairs for path in pair]
        own = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
        enter = ["unshare", "--mount", *own, "--", "sh", "-c", ENTER, "sh", str(box)]
        done = subprocess.run([*enter, str(repository), str(len(pairs)), *mounts, *command])
        shown = {place for _, place in pairs}
        problems = [
            f"changes its input {path}"
            for path, changed_ns in before.items()
            if _changed_ns(repository / path) != changed_ns
        ]
        problems += _deliver(box, repository, shown, declared, failed=done.returncode != 0)
    if done.returncode == 0:
        for problem in problems:
            print(f"box: a command {problem}, which its rule does not declare", file=sys.stderr)
    return done.returncode or bool(problems)


def _changed_ns(path: Path) -> int | None:
    return path.stat().st_mtime_ns if path.exists() else None


def _stood_for(repository: Path, name: str) -> list[str]:
    """A declared file, and what it stands for."""
    if Path(name).is_absolute():
        return []  # outside the repository everything is visible
    folder = Path(name).parent
    patterns = STANDS_FOR.get(Path(name).name, [])
    found = [path for pattern in patterns for path in (repository / folder).glob(pattern)]
    return [name, *(str(path.relative_to(repository)) for path in found)]


def _shown(repository: Path, box: Path, path: str) -> list[tuple[Path, Path]]:
    """Make a place in the box for a file or folder: what to mount where."""
    source, place = repository / path, box / path
    if place.exists() or place.is_symlink() or not source.exists():
        return []
    place.parent.mkdir(parents=True, exist_ok=True)
    if source.is_symlink() and source.is_dir():
        place.symlink_to(source.readlink())
        return []
    if source.is_dir():
        place.mkdir()
    else:
        place.touch()
    # What a link leads to has been declared with it.
    return [(source.resolve(), place)]


def _deliver(
    box: Path, repository: Path, shown: set[Path], declared: dict[str, list[str]], *, failed: bool
) -> list[str]:
    """Move what was declared out of the box; say what else is in it."""
    expected = [] if failed else _written(box, declared["outputs"])
    for path in [*declared["logs"], *expected]:
        source, target = box / path, repository / path
        if source in shown or not source.exists():
            continue
        if target.is_dir() and not target.is_symlink():
            shutil.rmtree(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        source.replace(target)
    left = [
        path for path in _files(box) if not any(path == at or at in path.parents for at in shown)
    ]
    return [] if failed else [f"writes {path.relative_to(box)}" for path in left]


def _written(box: Path, outputs: list[str]) -> list[str]:
    return list(dict.fromkeys(file for name in outputs for file in _stood_for(box, name)))


def _files(folder: Path) -> list[Path]:
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sorted(
        path
        for path in files
        if path.suffix not in LOCKS
        and not any(part.endswith(KEPT) for part in path.relative_to(folder).parts)
    )


if __name__ == "__main__":
    sys.exit(run(json.loads(sys.argv[1]), sys.argv[2:], Path.cwd()))
