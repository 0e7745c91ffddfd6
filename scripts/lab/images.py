"""What every machine boots from: a kernel and an initramfs made from the base layer."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import shutil
import tarfile
from pathlib import Path
from typing import BinaryIO

from scripts.lab.errors import LabError

BLOCK_BYTES = 64 << 10
INIT = Path(__file__).parent.parent / "guest" / "init.sh"


def sha256_of(path: Path) -> str:
    """The file's SHA-256 in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def digest_of_image(path: Path) -> str:
    """A hash of an image's blocks that hold anything, each with its place.

    BLAKE2b, and holes skipped: a machine's gigabytes would take SHA-256 as long as a cell takes.
    The size is not in it.
    """
    digest = hashlib.blake2b(digest_size=32)
    empty = bytes(BLOCK_BYTES)
    with path.open("rb") as file:
        size_bytes = path.stat().st_size
        offset = 0
        while (offset := _next_data(file, offset, size_bytes)) < size_bytes:
            block = os.pread(file.fileno(), BLOCK_BYTES, offset)
            if block != empty[: len(block)]:
                digest.update(offset.to_bytes(8, "little"))
                digest.update(block)
            offset += BLOCK_BYTES
    return digest.hexdigest()


def _next_data(file: BinaryIO, offset: int, size_bytes: int) -> int:
    """The next block that is no hole, from ``offset`` on; ``size_bytes`` when there is none."""
    try:
        found = os.lseek(file.fileno(), offset, os.SEEK_DATA)
    except OSError as error:
        if error.errno != errno.ENXIO:
            raise
        return size_bytes
    return found - found % BLOCK_BYTES


def sha256_of_tree(folder: Path) -> str:
    """One hash for the names and contents of all files below a folder."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(folder)} {sha256_of(path)}\n".encode())
    return digest.hexdigest()


def write_beside(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(data)
    beside.replace(path)


def write_manifest(path: Path, manifest: dict[str, object]) -> None:
    """Write a manifest, the small file that the workflow watches; the last of a stage's files."""
    write_beside(path, (json.dumps(manifest, indent=1, sort_keys=True) + "\n").encode())


def build_boot(base: Path, out: Path) -> None:
    """Make ``out``/{vmlinuz, initramfs.cpio, boot.json} from the base layer's ``boot`` folder.

    The initramfs holds busybox, the few modules that the layers' images need, and our init.
    """
    source = base / "boot"
    if not (source / "vmlinuz").exists():
        raise LabError(f"{source}/vmlinuz is missing: build the base layer again")
    out.mkdir(parents=True, exist_ok=True)
    archive = Newc()
    for folder in ("bin", "modules", "dev", "proc", "sys"):
        archive.add(folder, b"", 0o040755)
    archive.add("init", INIT.read_bytes(), 0o100755)
    archive.add("bin/busybox", (source / "busybox").read_bytes(), 0o100755)
    for module in sorted((source / "modules").iterdir()):
        archive.add(f"modules/{module.name}", module.read_bytes(), 0o100644)
    write_beside(out / "initramfs.cpio", archive.finish())
    shutil.copyfile(source / "vmlinuz", out / "vmlinuz.part")
    (out / "vmlinuz.part").replace(out / "vmlinuz")
    write_manifest(
        out / "boot.json",
        {
            "vmlinuz_sha256": sha256_of(out / "vmlinuz"),
            "initramfs_sha256": sha256_of(out / "initramfs.cpio"),
        },
    )


class Newc:
    """A cpio archive in the "newc" format that the kernel unpacks.

    Format: Documentation/driver-api/early-userspace/buffer-format.rst of the Linux kernel.
    Host tools differ in the inode numbers and times that they write; these are all fixed here.
    """

    def __init__(self) -> None:
        self._out = io.BytesIO()
        self._inode = 0

    def add(self, name: str, data: bytes, mode: int) -> None:
        """Append a file or folder, as ``mode`` (with its type bits) says."""
        self._inode += 1
        encoded = name.encode() + b"\0"
        fields = (self._inode, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(encoded), 0)
        self._out.write(b"070701" + b"".join(b"%08X" % field for field in fields))
        self._out.write(encoded)
        self._pad()
        self._out.write(data)
        self._pad()

    def finish(self) -> bytes:
        """Close the archive and return its bytes."""
        self.add("TRAILER!!!", b"", 0)
        return self._out.getvalue()

    def _pad(self) -> None:
        self._out.write(b"\0" * (-self._out.tell() % 4))


def build_kit(files: dict[str, bytes]) -> bytes:
    """A tar of ``files`` by name, the same bytes for the same files whoever makes it."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            entry.mode = 0o755 if name.endswith(".sh") else 0o644
            tar.addfile(entry, io.BytesIO(files[name]))
    return out.getvalue()
