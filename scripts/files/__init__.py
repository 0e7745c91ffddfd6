"""Files that are whole or not there, whenever a process is killed or the power fails."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from concurrent.futures import ThreadPoolExecutor
from io import BufferedRandom, BufferedReader
from pathlib import Path

# How the names end of files that are being written, or were when their process was killed.
PART = ".part"
WRITERS = 16
# What file systems answer that can't sync a folder, such as some of a network's.
_CANNOT = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)
# What open() answers for a socket, and for a link that it is not to follow.
_NO_FILE = (errno.ENXIO, errno.ELOOP, errno.EISDIR)


class NotAFileError(OSError):
    """Something else has a file's name: others can put it there in a folder that they share."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EINVAL, "is not a file: delete it and run again", str(path))

    def __str__(self) -> str:
        return f"{self.filename}: {self.strerror}"


def open_file(path: Path) -> BufferedReader:
    """Open a file for reading. Raises NotAFileError at once for a FIFO, a device and the like.

    A plain open() waits for ever at a FIFO without a writer.
    """
    return os.fdopen(_regular(path, os.O_RDONLY), "rb")


def read_file(path: Path) -> bytes:
    """The content of a file; raises as ``open_file`` does."""
    with open_file(path) as file:
        return file.read()


def check_folder(folder: Path) -> None:
    """Raise NotAFileError if anything but files and folders is in a folder, at its top."""
    for path in sorted(folder.iterdir()):
        # A link to nothing is missing, which whoever needs the file says.
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise NotAFileError(path)


def open_to_append(path: Path) -> BufferedRandom:
    """Open a file, such as a lock, to read and to add to it; make it if need be, and its folder.

    Raises NotAFileError for a FIFO and the like, and for a link, behind which a file of the user's
    own would be written over.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW
    return os.fdopen(_regular(path, flags), "a+b")


def _regular(path: Path, flags: int) -> int:
    """The descriptor of a file that is one."""
    try:
        descriptor = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
    except OSError as error:
        if error.errno in _NO_FILE:
            raise NotAFileError(path) from None
        raise
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NotAFileError(path)
    return descriptor


def now_s_in(folder: Path) -> float:
    """The time by which the folder's file system dates its files, which may be another host's."""
    with tempfile.TemporaryFile(dir=folder) as probe:
        return os.fstat(probe.fileno()).st_mtime


def write_whole(path: Path, data: bytes | str) -> None:
    """Write a file whole or not at all, and only return when it is on the disk.

    Text is written as UTF-8. Whoever reads meanwhile finds what was there before.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}{PART}")
    # Of a killed process that had the number, or a link that another user has put there.
    beside.unlink(missing_ok=True)
    try:
        with beside.open("xb") as file:
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
