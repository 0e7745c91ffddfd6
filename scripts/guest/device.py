"""The cell's device: make it ready, set it, read its counters, put a file system on it.

That is the emulator, or a block device that is as fast as it is (``guest.block``). What is written
to which file comes with the job; the host's table of settings has names, units and ranges.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from guest import block
from guest.system import PAYLOAD, GuestError, mount, run, say, wait_for

MODULE = PAYLOAD / "vnvme.ko"
EMULATED = Path("/dev/nvme0n1")
# Leads to the device, in this machine and in those that go on from its snapshot.
DISK = Path("/run/disk")
DATA = Path("/data")
# Fixed identities: a random one would make two loads of one dataset differ.
FILESYSTEM_UUID = "b0a2d715-e000-4000-8000-000000000001"


def make_ready(device: Mapping[str, object]) -> None:
    """Find the block device that is named, or load the emulator over its region of memory.

    The drivers of NVMe and ext4 are there since the initramfs; others load when they are mounted.
    """
    if device.get("kind") == "block":
        path = Path(str(device["path"]))
        block.find(path, int(str(device["device_mib"])))
    else:
        path = EMULATED
        speed = [f"cpu_mips={device['cpu_mips']}"] if "cpu_mips" in device else []
        region = [f"memory_start={device['start']}", f"memory_bytes={device['bytes']}"]
        run("insmod", MODULE, *region, *speed)
        wait_for(path, 30.0, str(path))
    DISK.symlink_to(path)
    scheduler = _queue() / "scheduler"
    if scheduler.exists():  # or the device takes no requests
        scheduler.write_text("none")
    set_fastest(device)


def disk() -> Path:
    """The device's own name."""
    return DISK.resolve()


def _queue() -> Path:
    return Path(f"/sys/class/block/{disk().name}/queue")


@cache
def _emulator() -> Path | None:
    # Looked for once a process: the walk over PCI devices costs more than reading all counters.
    return next(Path("/sys/bus/pci/devices").glob("*/vnvme"), None)


def _is_emulated() -> bool:
    return _emulator() is not None


def _controls() -> Path:
    if (folder := _emulator()) is None:
        raise GuestError("the emulator is not loaded: no PCI device has a vnvme folder in sysfs")
    return folder


def set_up(device: Mapping[str, dict[str, dict[str, str]]]) -> None:
    """Set the device as the cell asks: its ``controls``, texts of files by their names.

    Those of ``emulator`` are the emulated device's; those of ``queue`` are the kernel's.
    """
    controls = device["controls"]
    if controls["emulator"]:
        _write(_controls(), controls["emulator"])
    _write(_queue(), controls["queue"])


def set_fastest(device: Mapping[str, dict[str, str]]) -> None:
    """Let the device run as fast as it can, for what is not measured."""
    if _is_emulated():
        _write(_controls(), device["fastest"])


def _write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).write_text(text)


def start_schedule(text: str) -> str:
    """Have settings changed from now on, by lines of "offset_ns setting value".

    Returns what the device made of it: the line "begin_ns N", then such lines.
    """
    controls = _controls()
    (controls / "schedule").write_text(text)
    begin = (controls / "schedule_state").read_text().splitlines(keepends=True)[0]
    return begin + (controls / "schedule").read_text()


def end_schedule(device: Mapping[str, dict[str, dict[str, str]]]) -> None:
    """Forget the changes that are left and set the device as the cell asks."""
    (_controls() / "schedule").write_text("\n")
    set_up(device)


def counters() -> str:
    """The device's own counters, a "name value" a line; of a block device, the kernel's."""
    if not _is_emulated():
        return block.counters(disk())
    return (_controls() / "counters").read_text()


def histograms() -> str:
    """The device's own histograms of durations, a "name begin_ns count" for each bucket in use.

    Nothing of a block device, as the kernel keeps none.
    """
    if not _is_emulated():
        return ""
    lines = []
    for path in sorted(_controls().glob("*_histogram")):
        name = path.name.removesuffix("_histogram")
        lines += [f"{name} {bucket}\n" for bucket in path.read_text().splitlines()]
    return "".join(lines)


def make_filesystem(kind: str) -> None:
    """Put an empty file system on the device, the same bytes every time."""
    say(f"make {kind}")
    if kind == "ext4":
        options = "lazy_itable_init=0,lazy_journal_init=0,nodiscard"
        seed = f"hash_seed={FILESYSTEM_UUID}"
        run("mkfs.ext4", "-q", "-b", "4096", "-U", FILESYSTEM_UUID, "-E", f"{options},{seed}", DISK)
    elif kind == "xfs":
        run("mkfs.xfs", "-q", "-K", "-m", f"uuid={FILESYSTEM_UUID}", DISK)
    else:
        raise GuestError(f"unknown file system: {kind}")


def mount_filesystem(kind: str) -> None:
    """Mount the device on /data."""
    mount(kind, DISK, DATA, "noatime")


def unmount_filesystem() -> None:
    """Write everything back and let go of the device."""
    run("sync")
    run("umount", DATA, timeout_s=600)
