"""The emulator as checks use it: load it, set it, read what it saw, unload it."""

from __future__ import annotations

import json
import os
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path

from guest.system import GuestError, run, wait_for

MODULE = Path("/run/payload/vnvme.ko")
MEMORY_START = 4 << 30
DISK = Path("/dev/nvme0n1")
# What whoever booted the guest hands to its checks.
OPTIONS: dict = {}


def load(*, disks: list[Path] | None = None, **parameters: object) -> Controls:
    """Load the module over the machine's reserved memory and wait for its disks."""
    given = {"memory_start": MEMORY_START, "memory_bytes": "512M"} | parameters
    if "cpu_gips" in OPTIONS:
        given |= {"cpu_mips": round(OPTIONS["cpu_gips"] * 1000)}
    run("insmod", MODULE, *(f"{name}={value}" for name, value in given.items()))
    for disk in disks or [DISK]:
        wait_for(disk, 10.0, str(disk))
        Path(f"/sys/block/{disk.name}/queue/scheduler").write_text("none")
    return Controls(folders()[0])


def disk_of(nsid: int, device: int = 0) -> Path:
    """The disk of a namespace. The kernel looks at several at once and counts them as they come."""
    for path in Path("/sys/block").glob(f"nvme{device}n*"):
        if (path / "nsid").read_text() == f"{nsid}\n":
            return Path("/dev") / path.name
    raise GuestError(f"device {device} has no disk for namespace {nsid}")


def unload() -> None:
    """Unload the module if it is loaded."""
    if Path("/sys/module/vnvme").exists():
        run("rmmod", "vnvme")


def folders() -> list[Path]:
    """The sysfs folder of each emulated device."""
    return sorted(Path("/sys/bus/pci/devices").glob("*/vnvme"))


class Controls:
    """One device's files in sysfs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def turn(self, **settings: int) -> None:
        """Change settings."""
        for name, value in settings.items():
            (self.folder / name).write_text(str(value))

    def read(self, name: str) -> str:
        """A file's text without its last newline."""
        return (self.folder / name).read_text().rstrip("\n")

    def counters(self) -> dict[str, int]:
        """The device's counters."""
        lines = self.read("counters").splitlines()
        return {name: int(value) for name, value in (line.split() for line in lines)}


@dataclass(frozen=True)
class Record:
    """A command in the ring of the device; the fields of struct vnvme_trace_record."""

    arrival_ns: int
    due_ns: int
    completed_ns: int
    lba: int
    bytes: int
    nsid: int
    queue: int
    command_id: int
    status: int
    opcode: int
    fua: int


RECORD = struct.Struct("<4Q2I3H2B")


def trace(device: int = 0) -> list[Record]:
    """Empty the device's ring."""
    data = Path(f"/sys/kernel/debug/vnvme/{device}/trace").read_bytes()
    return [Record(*fields) for fields in RECORD.iter_unpack(data)]


def refused(path: Path, text: str) -> str:
    """Write to a file that should refuse it; the error's name."""
    try:
        path.write_text(text)
    except OSError as error:
        return os.strerror(error.errno or 0)
    raise AssertionError(f"{path} took {text!r}")


def fio(**options: object) -> dict:
    """Run one fio job on the disk and return its report."""
    given = {"name": "job", "filename": DISK, "direct": 1, "ioengine": "libaio"} | options
    words = [f"--{name}={value}" for name, value in given.items()]
    done = subprocess.run(["fio", "--output-format=json", *words], capture_output=True, text=True)
    if done.returncode:
        raise GuestError(f"fio {' '.join(words)}: {done.stderr.strip() or done.stdout[-500:]}")
    return json.loads(done.stdout[done.stdout.index("{") :])["jobs"][0]
