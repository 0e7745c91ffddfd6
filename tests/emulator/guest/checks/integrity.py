"""What was written is read: mixed sizes, file systems with their checkers, discard."""

from __future__ import annotations

import hashlib
from pathlib import Path

from guest import emulator
from guest.emulator import DISK, fio
from guest.system import mount, run

MOUNT = Path("/mnt/data")


def check_mixed_sizes_at_every_depth() -> None:
    emulator.load(read_latency_ns=0, write_latency_ns=0, queues=1)
    for depth in (1, 7, 64):
        report = fio(
            rw="randrw", bsrange="512-1m", size="96m", io_size="48m",
            iodepth=depth, verify="crc32c", randseed=depth,
        )  # fmt: skip
        assert report["error"] == 0


def check_data_on_many_units_with_all_settings_changed() -> None:
    emulator.load(
        read_bandwidth_bytes_s=500 << 20, write_bandwidth_bytes_s=300 << 20, units=8,
        stripe_bytes=4096, turnaround_ns=5000, flush_bandwidth_bytes_s=1 << 30, fua_latency_ns=9000,
    )  # fmt: skip
    report = fio(rw="randrw", bsrange="512-256k", size="32m", iodepth=32, verify="md5", fsync=64)
    assert report["error"] == 0


def _file_system(kind: str) -> None:
    emulator.load(write_bandwidth_bytes_s=1 << 30)
    run(f"mkfs.{kind}", "-q", *(("-f",) if kind == "xfs" else ("-F",)), DISK)
    mount(kind, DISK, MOUNT, "discard")
    digests = {}
    for number in range(60):
        path = MOUNT / f"folder-{number % 5}" / f"file-{number}"
        path.parent.mkdir(exist_ok=True)
        content = bytes([number]) * (number * number * 100)
        path.write_bytes(content)
        digests[path] = hashlib.sha256(content).digest()
    for number in range(0, 60, 3):
        path = MOUNT / f"folder-{number % 5}" / f"file-{number}"
        path.unlink()
        del digests[path]
    run("sync")
    run("fstrim", MOUNT)
    for _ in range(2):
        run("umount", MOUNT)
        emulator.unload()
        emulator.load()
        run(*(("e2fsck", "-fn") if kind == "ext4" else ("xfs_repair", "-n")), DISK)
        mount(kind, DISK, MOUNT)
        for path, digest in digests.items():
            assert hashlib.sha256(path.read_bytes()).digest() == digest, path
    run("umount", MOUNT)


def check_ext4() -> None:
    _file_system("ext4")


def check_xfs() -> None:
    _file_system("xfs")


def check_discarded_blocks_read_as_zeros() -> None:
    emulator.load()
    fio(rw="write", bs="1m", size="32m", buffer_pattern="0xa5")
    run("blkdiscard", "--offset", "4M", "--length", "20M", DISK)
    run("blkdiscard", "--zeroout", "--offset", "28M", "--length", "512", DISK)
    with DISK.open("rb") as disk:
        content = disk.read(32 << 20)
    assert content[: 4 << 20] == b"\xa5" * (4 << 20)
    assert content[4 << 20 : 24 << 20] == bytes(20 << 20)
    assert content[24 << 20 : 28 << 20] == b"\xa5" * (4 << 20)
    assert content[28 << 20 :] == bytes(512) + b"\xa5" * ((4 << 20) - 512)
