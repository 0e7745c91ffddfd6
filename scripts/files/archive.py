"""Files out of a tar from a guest.

Regular files alone, each new and below one folder, in bounded number and size. What the runner
writes is a plain tar; its extensions, by which a header alone may fill the memory, links, devices
and folders are refused, so nothing depends on what this Python's tarfile lets pass.
"""

from __future__ import annotations

import tarfile
from pathlib import Path, PurePosixPath
from typing import IO

FILES_MAX = 10_000
# Of all files together: some times the largest outbox.
BYTES_MAX = 512 << 20
CHUNK_BYTES = 1 << 20
BLOCK_BYTES = tarfile.BLOCKSIZE
NAME_BYTES_MAX = 255


class BadArchiveError(Exception):
    """The archive is not whole, or holds what none of ours does; completes "it is broken: ..."."""


def unpack_files(stream: IO[bytes], folder: Path) -> None:
    """Unpack a tar's files into the empty ``folder``.

    Raises BadArchiveError; what was unpacked by then stays. OSError is the disk's.
    """
    files: set[PurePosixPath] = set()
    folders: set[PurePosixPath] = set()
    left_bytes = BYTES_MAX
    while (about := _next(stream)) is not None:
        name = _checked(about)
        if len(files) == FILES_MAX:
            raise BadArchiveError(f"has more than {FILES_MAX} files")
        left_bytes -= about.size
        if left_bytes < 0:
            raise BadArchiveError(f"has more than {BYTES_MAX >> 20} MiB")
        above = set(name.parents)
        if name in files or name in folders or above & files:
            raise BadArchiveError(f"has two files where {str(name)!r} is")
        files.add(name)
        folders |= above
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as file:
            _copy(stream, about, file)
    while rest := stream.read(CHUNK_BYTES):
        if rest.strip(b"\0"):
            raise BadArchiveError("goes on after its end")


def _next(stream: IO[bytes]) -> tarfile.TarInfo | None:
    """The next file's header; None at the end of the archive."""
    try:
        return tarfile.TarInfo.frombuf(stream.read(BLOCK_BYTES), "utf-8", "strict")
    except tarfile.EOFHeaderError:  # type: ignore[attr-defined]  # typeshed does not know it
        return None
    except (tarfile.TarError, ValueError, OverflowError) as error:
        raise BadArchiveError(f"has a broken header ({error})") from None


def _checked(about: tarfile.TarInfo) -> PurePosixPath:
    """The path of a file, which is below the folder and may be there."""
    if about.type not in (tarfile.REGTYPE, tarfile.AREGTYPE) or about.size < 0:
        raise BadArchiveError(f"{about.name!r} is not a regular file")
    parts = about.name.split("/")
    if any(
        part in ("", ".", "..") or len(part.encode()) > NAME_BYTES_MAX or not part.isprintable()
        for part in parts
    ):
        raise BadArchiveError(f"has a file of the name {about.name!r}")
    return PurePosixPath(*parts)


def _copy(stream: IO[bytes], about: tarfile.TarInfo, file: IO[bytes]) -> None:
    left_bytes = about.size
    while left_bytes:
        chunk = stream.read(min(left_bytes, CHUNK_BYTES))
        if not chunk:
            raise BadArchiveError(f"ends within {about.name!r}")
        file.write(chunk)
        left_bytes -= len(chunk)
    # Up to the next whole block.
    stream.read(-about.size % BLOCK_BYTES)
