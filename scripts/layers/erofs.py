"""Reading a layer's image: its files as entries of a tar, with owners, modes and dates.

Images are made by ``scripts.layers.image``: uncompressed, without extended attributes. Extracting
one onto the host would lose the owners for all users but root.
"""

import stat
import struct
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from scripts.layers.errors import LayerError

MAGIC = 0xE0F5E1E2
SUPERBLOCK_AT = 1024
SLOT_BYTES = 32
PLAIN, INLINE = 0, 2
TYPES = {
    stat.S_IFREG: tarfile.REGTYPE,
    stat.S_IFDIR: tarfile.DIRTYPE,
    stat.S_IFLNK: tarfile.SYMTYPE,
    stat.S_IFCHR: tarfile.CHRTYPE,
    stat.S_IFBLK: tarfile.BLKTYPE,
    stat.S_IFIFO: tarfile.FIFOTYPE,
}


class Inode(NamedTuple):
    """What an image says of a file."""

    number: int
    mode: int
    size: int
    uid: int
    gid: int
    mtime_s: int
    place: int  # its first block, or a device's number
    tail_at: int  # where a last part that fills no block is; 0 without


class Image:
    """The files of an erofs image."""

    def __init__(self, stream: BinaryIO, path: Path) -> None:
        """Take an open image; LayerError when it is none that can be read here."""
        self._stream = stream
        self._path = path
        head = self._bytes(SUPERBLOCK_AT, 48)
        if len(head) < 48 or struct.unpack_from("<I", head)[0] != MAGIC:
            raise LayerError(f"{path}: is no image of a layer: build that layer again")
        self._block_bytes = 1 << head[12]
        self._root = struct.unpack_from("<H", head, 14)[0]
        self._built_s = struct.unpack_from("<Q", head, 24)[0]
        self._inodes_at = struct.unpack_from("<I", head, 40)[0] * self._block_bytes

    def entries(self) -> Iterator[tuple[tarfile.TarInfo, Inode]]:
        """All files below the root, each folder before what is in it, sorted by name."""
        yield from self._below(self._root, "", {})

    def content(self, inode: Inode) -> Iterator[bytes]:
        """A file's bytes, piece by piece."""
        left, at = inode.size, inode.place * self._block_bytes
        tail = inode.size % self._block_bytes if inode.tail_at else 0
        while left > tail:
            piece = self._bytes(at, min(left - tail, 1 << 20))
            if not piece:
                raise LayerError(f"{self._path}: is cut off: build that layer again")
            yield piece
            at, left = at + len(piece), left - len(piece)
        if tail:
            yield self._bytes(inode.tail_at, tail)

    def _below(
        self, number: int, folder: str, seen: dict[int, str]
    ) -> Iterator[tuple[tarfile.TarInfo, Inode]]:
        for name, child in sorted(self._children(self._inode(number))):
            inode, path = self._inode(child), f"{folder}{name}"
            entry = tarfile.TarInfo(path)
            entry.type = TYPES[stat.S_IFMT(inode.mode)]
            entry.mode, entry.mtime = stat.S_IMODE(inode.mode), inode.mtime_s
            entry.uid, entry.gid = inode.uid, inode.gid
            if entry.issym():
                entry.linkname = b"".join(self.content(inode)).decode()
            elif entry.ischr() or entry.isblk():
                # As the kernel encodes a device's number in 32 bits.
                entry.devmajor = inode.place >> 8 & 0xFFF
                entry.devminor = inode.place & 0xFF | inode.place >> 12 & 0xFFF00
            elif entry.isreg() and child in seen:
                entry.type, entry.linkname = tarfile.LNKTYPE, seen[child]
            elif entry.isreg():
                seen[child] = path
                entry.size = inode.size
            yield entry, inode
            if entry.isdir():
                yield from self._below(child, f"{path}/", seen)

    def _children(self, folder: Inode) -> Iterator[tuple[str, int]]:
        content = b"".join(self.content(folder))
        for start in range(0, len(content), self._block_bytes):
            block = content[start : start + self._block_bytes]
            number = struct.unpack_from("<H", block, 8)[0] // 12
            found = [struct.unpack_from("<QH", block, 12 * index) for index in range(number)]
            ends = [name_at for _child, name_at in found[1:]] + [len(block)]
            for (child, name_at), end in zip(found, ends, strict=True):
                name = block[name_at:end].rstrip(b"\0").decode()
                if name not in (".", ".."):
                    yield name, child

    def _inode(self, number: int) -> Inode:
        at = self._inodes_at + number * SLOT_BYTES
        raw = self._bytes(at, 64)
        form, attributes, mode = struct.unpack_from("<HHH", raw)
        if form & 1:
            size, place, _serial, uid, gid, mtime_s = struct.unpack_from("<QIIIIQ", raw, 8)
        else:
            size, _reserved, place, _serial, uid, gid = struct.unpack_from("<IIIIHH", raw, 8)
            mtime_s = self._built_s
        after = at + (64 if form & 1 else SLOT_BYTES)
        after += 12 + 4 * (attributes - 1) if attributes else 0
        layout = form >> 1 & 7
        if layout not in (PLAIN, INLINE):
            raise LayerError(f"{self._path}: is compressed: build that layer again")
        return Inode(number, mode, size, uid, gid, mtime_s, place, after if layout == INLINE else 0)

    def _bytes(self, at: int, number: int) -> bytes:
        self._stream.seek(at)
        return self._stream.read(number)
