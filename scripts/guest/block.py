"""A block device that is there without the emulator: found by its path, and as fast as it is."""

from __future__ import annotations

from pathlib import Path

from guest.system import GuestError, run, wait_for

# Made when it is asked for. Not so brd's: the kernel counts nothing of them.
NULL_BLK = Path("/dev/nullb0")
SECTOR_BYTES = 512
NS_PER_MS = 1_000_000
# Where these stand in the kernel's Documentation/block/stat.rst; later kernels append fields.
READS, READ_SECTORS, WRITES, WRITE_SECTORS, BUSY_MS, FLUSHES = 0, 2, 4, 6, 9, 15


def find(path: Path, size_mib: int) -> None:
    """Wait for the device; null_blk's is made, of ``size_mib`` in whole GiB.

    Raises GuestError when there is none.
    """
    if path == NULL_BLK and not path.exists():
        size_gib = -(-size_mib // 1024)
        run("modprobe", "null_blk", "nr_devices=1", "memory_backed=1", f"gb={size_gib}")
    wait_for(path, 30.0, f"the block device {path}")
    if not path.is_block_device():
        raise GuestError(f"{path} is not a block device")


def counters(path: Path) -> str:
    """What the kernel counted of the device, in the emulator's form and its names."""
    fields = Path(f"/sys/class/block/{path.name}/stat").read_text().split()
    figures = {
        "read_commands": int(fields[READS]),
        "write_commands": int(fields[WRITES]),
        "flush_commands": int(fields[FLUSHES]),
        "read_bytes": int(fields[READ_SECTORS]) * SECTOR_BYTES,
        "write_bytes": int(fields[WRITE_SECTORS]) * SECTOR_BYTES,
        "busy_ns": int(fields[BUSY_MS]) * NS_PER_MS,
    }
    return "".join(f"{name} {value}\n" for name, value in figures.items())
