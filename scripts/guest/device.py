"""The cell's device: make it ready, turn its dial, read its counters, put a file system on it.

That is the emulator, or a block device that has no dial (``guest.block``).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from guest import block
from guest.system import GuestError, mount, run, say, wait_for

MODULE = Path("/run/kit/vnvme.ko")
EMULATED = Path("/dev/nvme0n1")
# Leads to the device, in this machine and in those that go on from its snapshot.
DISK = Path("/run/disk")
DATA = Path("/data")
MIB = 1 << 20
COMMANDS = ("read", "write", "flush")
# Fixed identities: a random one would make two loads of one dataset differ.
FILESYSTEM_UUID = "b0a2d715-e000-4000-8000-000000000001"


def make_ready(device: dict[str, int | str]) -> None:
    """Find the block device that is named, or load the emulator over its stretch of memory.

    The drivers of NVMe and ext4 are there since the initramfs; others load when they are mounted.
    """
    if device.get("kind") == "block":
        path = Path(str(device["path"]))
        block.find(path, int(device["device_mib"]))
    else:
        path = EMULATED
        start, size_bytes = int(device["start"]), device["bytes"]
        run("insmod", MODULE, f"memory_start={start:#x}", f"memory_bytes={size_bytes}")
        wait_for(path, 30.0, str(path))
    DISK.symlink_to(path)
    scheduler = _queue() / "scheduler"
    if scheduler.exists():  # or the device takes no requests
        scheduler.write_text("none")
    release_dial()


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


def turn_dial(device: dict[str, int | float]) -> None:
    """Set the device as the cell asks; 0 MiB/s means no limit.

    Keys: read_bandwidth_mib_s, write_bandwidth_mib_s, read_latency_us, write_latency_us,
    flush_latency_us, and read_ahead_kb, which is the kernel's and not the device's.
    """
    for knob, value in _knobs(device):
        (_controls() / knob).write_text(str(value))
    (_queue() / "read_ahead_kb").write_text(str(int(device["read_ahead_kb"])))


def _knobs(settings: dict[str, int | float]) -> Iterator[tuple[str, int]]:
    """The emulator's names and units of what settings of the dial there are."""
    for direction in ("read", "write"):
        if f"{direction}_bandwidth_mib_s" in settings:
            bandwidth_bytes_s = round(settings[f"{direction}_bandwidth_mib_s"] * MIB)
            yield f"{direction}_bandwidth_bytes_s", bandwidth_bytes_s
    for command in COMMANDS:
        if f"{command}_latency_us" in settings:
            yield f"{command}_latency_ns", round(settings[f"{command}_latency_us"] * 1000)


def start_schedule(steps: list[dict[str, int | float]]) -> str:
    """Have the dial turned at the steps' ``at_s`` from now on.

    Returns what the device made of it: the line "begin_ns N", then "offset_ns knob value" lines.
    """
    lines = [
        f"{round(step['at_s'] * 1e9)} {knob} {value}\n"
        for step in steps
        for knob, value in _knobs(step)
    ]
    controls = _controls()
    (controls / "schedule").write_text("".join(lines))
    begin = (controls / "schedule_state").read_text().splitlines(keepends=True)[0]
    return begin + (controls / "schedule").read_text()


def end_schedule(device: dict[str, int | float]) -> None:
    """Forget the steps that are left and turn the dial back to the cell's."""
    (_controls() / "schedule").write_text("\n")
    turn_dial(device)


def release_dial() -> None:
    """Let the device run as fast as it can, for what is not measured."""
    if not _is_emulated():
        return
    controls = _controls()
    for direction in ("read", "write"):
        (controls / f"{direction}_bandwidth_bytes_s").write_text("0")
    for command in COMMANDS:
        (controls / f"{command}_latency_ns").write_text("0")


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
