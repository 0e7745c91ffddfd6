"""What every machine boots from: a kernel and an initramfs made from the base layer."""

from __future__ import annotations

import io
from pathlib import Path

from scripts.files import write_whole
from scripts.files.digests import sha256_of
from scripts.identity.payload import content
from scripts.lab.errors import LabError
from scripts.lab.manifest import write_manifest

INIT = "scripts/guest/init.sh"


def build_boot(base: Path, out: Path) -> None:
    """Make ``out``/{vmlinuz, initramfs.cpio, boot.json} from the base layer's ``boot`` folder.

    The initramfs holds busybox, the few modules that the layers' images need, and our init.
    """
    source = base / "boot"
    if not (source / "vmlinuz").exists():
        raise LabError(f"{source}/vmlinuz is missing: build the base layer again")
    out.mkdir(parents=True, exist_ok=True)
    write_whole(out / "initramfs.cpio", initramfs(source))
    write_whole(out / "vmlinuz", (source / "vmlinuz").read_bytes())
    write_manifest(
        out / "boot.json",
        {
            "vmlinuz_sha256": sha256_of(out / "vmlinuz"),
            "initramfs_sha256": sha256_of(out / "initramfs.cpio"),
        },
    )


def initramfs(source: Path) -> bytes:
    """The archive that a guest's kernel unpacks, of the base layer's ``boot`` folder."""
    archive = Newc()
    for folder in ("bin", "modules", "dev", "proc", "sys"):
        archive.add(folder, b"", 0o040755)
    archive.add("init", content(INIT), 0o100755)
    archive.add("bin/busybox", (source / "busybox").read_bytes(), 0o100755)
    for module in sorted((source / "modules").iterdir()):
        archive.add(f"modules/{module.name}", module.read_bytes(), 0o100644)
    return archive.finish()


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
