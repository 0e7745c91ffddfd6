"""A package repository of exactly the files of a lock, for apt to install from.

It has the form of a flat repository: an index, and the files beside it. Packages that are only
extracted are in a folder of their own, out of apt's sight.
"""

import hashlib
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from scripts.layers.errors import LayerError
from scripts.layers.lock import Lock, Package
from scripts.programs import TooLongError, run_program

UNPACKED = "unpacked"
AT_A_TIME = 4


def make_repository(lock: Lock, files: dict[str, Path], folder: Path) -> None:
    """Fill the empty ``folder`` with the packages of a lock; ``files`` has each by its name."""
    (folder / UNPACKED).mkdir()
    for name, package in lock.packages.items():
        part = folder / UNPACKED if package.unpacked else folder
        _place(files[name], part / _file_name(name, package))
    installed = [name for name, package in lock.packages.items() if not package.unpacked]
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        entries = pool.map(lambda name: _entry(name, lock.packages[name], files[name]), installed)
    index = "\n".join(entries).encode()
    (folder / "Packages").write_bytes(index)
    # mmdebstrap looks for the essential packages of this suite, so the index must name it.
    release = [
        "Origin: bandwise",
        f"Suite: {lock.suite}",
        f"Codename: {lock.suite}",
        "Architectures: all amd64",
        "Date: Thu, 01 Jan 1970 00:00:00 UTC",
        "SHA256:",
        f" {hashlib.sha256(index).hexdigest()} {len(index)} Packages",
    ]
    (folder / "Release").write_text("\n".join(release) + "\n", encoding="utf-8")
    for path in (folder, folder / UNPACKED):
        path.chmod(0o755)
    for path in (folder / "Packages", folder / "Release"):
        path.chmod(0o644)


@contextmanager
def open_folder(beside: Path) -> Iterator[Path]:
    """An empty folder, gone in the end, that the user which mmdebstrap becomes can read.

    It is inside of ``beside`` if that can be reached by all; a home directory often can't.
    """
    reachable = all(part.stat().st_mode & stat.S_IXOTH for part in beside.resolve().parents)
    inside = beside if reachable or os.geteuid() == 0 else scratch()
    folder = Path(tempfile.mkdtemp(prefix="packages-", dir=inside)).resolve()
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def scratch() -> Path:
    """Where mmdebstrap builds its tree: /tmp may be a small RAM disk, or not allow devices."""
    return Path(os.environ.get("TMPDIR", "/var/tmp"))


def source_line(folder: Path) -> str:
    """The repository as apt's list of sources has it; nothing in it is signed, all is checked."""
    return f"deb [trusted=yes] copy:{_escaped(folder)} ./"


def _entry(name: str, package: Package, file: Path) -> str:
    """A package's paragraph in the index: its own control fields, and its file."""
    try:
        result = run_program(["dpkg-deb", "--field", file], "dpkg-deb")
    except TooLongError as error:
        raise LayerError(f"{file}: {error}") from None
    if result.returncode != 0:
        raise LayerError(f"dpkg-deb cannot read {file} ({name}): {result.stderr.strip()}")
    stated = re.search(r"^Package: (.*)$", result.stdout, re.M)
    if stated is None or stated[1] != name:
        raise LayerError(f"{file} is another package than {name}: correct the lock")
    control = re.sub(r"^Priority: .*\n", "", result.stdout, flags=re.M).rstrip()
    return (
        f"{control}\nPriority: {package.priority}\nFilename: ./{_file_name(name, package)}\n"
        f"Size: {package.size}\nSHA256: {package.sha256}\n"
    )


def _file_name(name: str, package: Package) -> str:
    """A file name as Debian's pool has it: without the version's epoch."""
    return (
        f"{name}_{package.version.partition(':')[2] or package.version}_{package.architecture}.deb"
    )


def _place(file: Path, target: Path) -> None:
    """Put a file there without copying it, where the file system can."""
    try:
        os.link(file, target)
    except OSError:
        shutil.copyfile(file, target)
        target.chmod(0o644)


def _escaped(path: Path) -> str:
    """A path in a list of sources, where a blank ends the address."""
    return str(path).replace("%", "%25").replace(" ", "%20")
