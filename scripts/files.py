"""Files that are whole or not there, whenever a process is killed or the power fails."""

from __future__ import annotations

import errno
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# How the names end of files that are being written, or were when their process was killed.
PART = ".part"
WRITERS = 16
# What file systems answer that can't sync a folder, such as some of a network's.
_CANNOT = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)


def write_whole(path: Path, data: bytes | str) -> None:
    """Write a file whole or not at all, and only return when it is on the disk.

    Text is written as UTF-8. Whoever reads meanwhile finds what was there before.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}{PART}")
    try:
        with beside.open("wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    sync(path.parent)


def sync(path: Path) -> None:
    """Wait until a file's content, or a folder's names, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if not (path.is_dir() and error.errno in _CANNOT):
            raise
    finally:
        os.close(descriptor)


def sync_tree(top: Path) -> None:
    """Wait until a file, or a folder with all that is in it, is on the disk."""
    paths = [path for path in top.rglob("*") if not path.is_symlink()] if top.is_dir() else []
    # Files together, as the disk takes many in the time of one.
    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(sync, (path for path in paths if path.is_file())))
    for folder in sorted((path for path in paths if path.is_dir()), reverse=True):
        sync(folder)
    sync(top)
