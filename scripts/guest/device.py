"""The emulated device: load it, turn its dial, read its counters, put a file system on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from guest.system import GuestError, mount, run, say, wait_for

DISK = Path("/dev/nvme0n1")
QUEUE = Path("/sys/block/nvme0n1/queue")
DATA = Path("/data")
MIB = 1 << 20
COMMANDS = ("read", "write", "flush")
# Fixed identities: a random one would make two loads of one dataset differ.
FILESYSTEM_UUID = "b0a2d715-e000-4000-8000-000000000001"


def load(module: Path, memory_start: int, memory_bytes: int) -> None:
    """Load the emulator over a reserved stretch of memory and wait for the disk.

    The drivers of NVMe and ext4 are there since the initramfs; others load when they are mounted.
    """
    run("insmod", module, f"memory_start={memory_start:#x}", f"memory_bytes={memory_bytes}")
    wait_for(DISK, 30.0, str(DISK))
    (QUEUE / "scheduler").write_text("none")


def _controls() -> Path:
    for folder in Path("/sys/bus/pci/devices").glob("*/vnvme"):
        return folder
    raise GuestError("the emulator is not loaded: no PCI device has a vnvme folder in sysfs")


def turn_dial(device: dict[str, int | float]) -> None:
    """Set the device as the cell asks; 0 MiB/s means no limit.

    Keys: read_bandwidth_mib_s, write_bandwidth_mib_s, read_latency_us, write_latency_us,
    flush_latency_us, and read_ahead_kb, which is the kernel's and not the device's.
    """
    controls = _controls()
    for knob, value in _knobs(device):
        (controls / knob).write_text(str(value))
    (QUEUE / "read_ahead_kb").write_text(str(int(device["read_ahead_kb"])))


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
    controls = _controls()
    for direction in ("read", "write"):
        (controls / f"{direction}_bandwidth_bytes_s").write_text("0")
    for command in COMMANDS:
        (controls / f"{command}_latency_ns").write_text("0")


def counters() -> str:
    """The device's own counters, a "name value" a line."""
    return (_controls() / "counters").read_text()


def histograms() -> str:
    """The device's own histograms of durations, a "name begin_ns count" for each bucket in use."""
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
        raise GuestError(f"no file system is called {kind}")


def mount_filesystem(kind: str) -> None:
    """Mount the device on /data."""
    mount(kind, DISK, DATA, "noatime")


def unmount_filesystem() -> None:
    """Write everything back and let go of the device."""
    run("sync")
    run("umount", DATA, timeout_s=600)
