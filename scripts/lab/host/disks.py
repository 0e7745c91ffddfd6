"""Disks of the host that are measured: as fast as they are, or held back by the block throttle."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scripts.lab.errors import LabError
from scripts.lab.host import disk, kernel
from scripts.lab.host.commands import program, run
from scripts.lab.host.devices import Device, Devices
from scripts.lab.host.groups import Groups, Setting
from scripts.lab.host.undo_log import UndoLog
from scripts.lab.places import Places

MIB = 1 << 20
LOOP_CONTROL = Path("/dev/loop-control")
# Below the shared folder, and gone after each cell.
FILE = "loop/device.img"
# linux/fs.h: share the blocks of another file, where the file system can.
FICLONE = 0x40049409


class Block(Devices):
    """A disk that is there, as fast as it is."""

    def missing(self, device: Device, shared: Path) -> list[str | None]:
        """A disk that is large enough and not in use."""
        return [disk.problem(Path(device["path"]), device["device_mib"])]

    def make(self, device: Device, places: Places, log: UndoLog) -> str:
        """Note the settings of its queue, and that file systems on it have to go."""
        name = Path(device["path"]).resolve().name
        kernel.keep_queue(name, log)
        log.note("wait_until_free", name)
        set_read_ahead(device, name)
        return name

    def as_found(self, device: Device) -> dict[str, Any]:
        """All of them, as it has none but the queue's."""
        return dict(device)


class Throttled(Block):
    """A disk that is there, and that the block throttle holds back."""

    def __init__(self, groups: Groups) -> None:
        self._groups = groups

    @property
    def undo(self) -> dict[str, Callable[..., None]]:  # type: ignore[override]
        """What a loop device needs."""
        return {"detach": detach, "unlink": unlink}

    def missing(self, device: Device, shared: Path) -> list[str | None]:
        """A disk that is large enough, not in use and not throttled."""
        (problem,) = super().missing(device, shared)
        return [problem or self._held_back(Path(device["path"]).resolve().name)]

    def _held_back(self, name: str) -> str | None:
        """Whether the disk has a limit already: a cell would remove that limit with its own."""
        found = self._groups.found(number_of(name))
        if found is None:
            return None
        return (
            f"/dev/{name}: has a limit already ({found}): take it away; one that a killed cell "
            "left goes with `python -m scripts.lab restore`"
        )

    def _check_nobody_holds_back(self, name: str) -> None:
        if held_back := self._held_back(name):
            raise LabError(held_back)

    def note_release(self, device: Device, name: str, log: UndoLog) -> None:
        """The limits are taken away. Raises LabError when another one was set meanwhile."""
        self._check_nobody_holds_back(name)
        log.note(self._groups.release_verb, number_of(name))

    def as_found(self, device: Device) -> dict[str, Any]:
        """The kernel's readahead; the rest are files of the host."""
        return {"read_ahead_kb": device["read_ahead_kb"]}

    def applied(self, device: Device) -> dict[str, Any]:
        """The throttle's limits of both directions, too."""
        return super().applied(device) | limits_of(device)

    def settings(self, device: Device, name: str) -> list[Setting]:
        """The throttle's limits of both directions."""
        return self._groups.limits(number_of(name), **limits_of(device))

    def provenance(self, device: Device, places: Places) -> dict[str, str]:
        """How it is held back."""
        return {"device.throttle": type(self._groups).__name__}


class Loop(Throttled):
    """A file below the shared folder on a loop device, past the page cache."""

    def missing(self, device: Device, shared: Path) -> list[str | None]:
        """Loop devices, and room for the file."""
        if not LOOP_CONTROL.exists():
            return [f"{LOOP_CONTROL}: this kernel has no loop devices: run `modprobe loop`"]
        if program("losetup") is None:
            return ["losetup: is not installed: install the package mount"]
        place = next(path for path in (shared, *shared.parents) if path.exists())
        found = os.statvfs(place)
        free_mib = found.f_bavail * found.f_frsize // MIB
        if free_mib < device["device_mib"]:
            return [
                f"{place}: has {free_mib} MiB of room, fewer than the loop device's file takes "
                f"(lab.device_mib, {device['device_mib']}): free some, or name another shared_dir"
            ]
        return []

    def make(self, device: Device, places: Places, log: UndoLog) -> str:
        """A file with all its blocks on a loop device. Raises LabError when the disk is full."""
        file = places.shared / FILE
        log.note("unlink", str(file))
        unlink(str(file))  # left by a power cut
        file.parent.mkdir(parents=True, exist_ok=True)
        allocate(file, device["device_mib"] * MIB)
        log.note("detach", str(file))
        size_bytes = device["device_mib"] * MIB - disk.REGISTERS_BYTES
        options = ("--direct-io=on", f"--sizelimit={size_bytes}")
        name = Path(run("losetup", "--find", "--show", *options, file).strip()).name
        if (disk.BLOCKS / name / "loop/dio").read_text().strip() != "1":
            raise LabError(
                f"{file}: its file system takes no direct I/O, so the page cache would answer: "
                "name a shared_dir on ext4, xfs or btrfs"
            )
        self._check_nobody_holds_back(name)
        set_read_ahead(device, name)
        return name

    def load(self, image: Path, name: str) -> None:
        """Share the image's blocks, or copy them."""
        file = Path((disk.BLOCKS / name / "loop/backing_file").read_text().strip())
        if not clone(image, file):
            super().load(image, name)


def limits_of(device: Device) -> dict[str, int]:
    """A device's bandwidths as the throttle takes them."""
    return {
        f"{direction}_bytes_s": round(device[f"{direction}_bandwidth_mib_s"] * MIB)
        for direction in ("read", "write")
    }


def number_of(name: str) -> str:
    """A disk's number, as 7:0."""
    return (disk.BLOCKS / name / "dev").read_text().strip()


def set_read_ahead(device: Device, name: str) -> None:
    """As the cell has it, for its warm-up too: a loop device begins with 20 times the usual."""
    (disk.BLOCKS / name / "queue/read_ahead_kb").write_text(str(device["read_ahead_kb"]))


def allocate(file: Path, size_bytes: int) -> None:
    """Make a file with all its blocks, so that none is looked for later.

    Raises LabError when the disk is full.
    """
    with file.open("wb") as new:
        try:
            os.posix_fallocate(new.fileno(), 0, size_bytes)
        except OSError as error:
            if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
                raise
            raise LabError(
                f"{file}: no room for the {size_bytes // MIB} MiB of the loop device's file "
                f"({error.strerror}): free disk space and run again"
            ) from None


def clone(image: Path, file: Path) -> bool:
    """Make a file, which is as large, share an image's blocks; whether its file system can."""
    if image.stat().st_size != file.stat().st_size:
        return False
    with image.open("rb") as source, file.open("r+b") as target:
        try:
            fcntl.ioctl(target, FICLONE, source.fileno())
        except OSError as error:
            if error.errno in (errno.EOPNOTSUPP, errno.EXDEV, errno.EINVAL, errno.ENOTTY):
                return False
            raise LabError(f"{file}: can't become a clone of {image}: {error.strerror}") from None
        os.fsync(target.fileno())
    return True


def detach(file: str) -> None:
    """Detach the loop devices of a file, once they are free."""
    for line in run("losetup", "--associated", file).splitlines():
        name = Path(line.partition(":")[0]).name
        disk.wait_until_free(name)
        run("losetup", "--detach", f"/dev/{name}")


def unlink(file: str) -> None:
    """Delete a file that may be gone, and its folder when it is empty."""
    Path(file).unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        Path(file).parent.rmdir()
