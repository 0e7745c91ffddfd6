"""The files that become a machine's memory: RAM, the device's storage, layers, inbox and outbox."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scripts.lab.errors import LabError
from scripts.lab.places import Places
from scripts.lab.tools import last_words, run_tool
from scripts.lab.virtual.machine import INBOX_MIB, OUTBOX_MIB, Region, pmem_size_mib

# Of some GiB, also from a slow disk.
COPY_S = 3600.0


def new_ram(job: dict[str, Any], keep_in: Path | None = None) -> Region:
    """Empty memory for Linux to manage; as a file in the folder ``keep_in``, or not to be kept."""
    size_mib = job["machine_memory_mib"]
    # A file costs every first touch of a page, and the host writes it to its disk meanwhile.
    path = blank(keep_in / "ram.img", size_mib) if keep_in else None
    return Region("ram", path, size_mib, "ram", shared=keep_in is not None)


def common(job: dict[str, Any], places: Places, work: Path, payload: bytes) -> list[Region]:
    """Base, inbox, outbox, engine, tools, in the order that gives their /dev/pmem numbers."""
    inbox = blank(work / "inbox.img", INBOX_MIB)
    if len(payload) > INBOX_MIB << 20:
        raise LabError(f"the payload takes {len(payload)} bytes, the inbox has {INBOX_MIB} MiB")
    with inbox.open("r+b") as file:
        file.write(payload)
    base = places.image("base")
    regions = [
        Region("base", base, pmem_size_mib(base), "pmem", shared=True, readonly=True),
        Region("inbox", inbox, INBOX_MIB, "pmem", shared=True),
        Region("outbox", blank(work / "outbox.img", OUTBOX_MIB), OUTBOX_MIB, "pmem", shared=True),
    ]
    if job["engine"]:
        image = places.image(job["engine"])
        size_mib = pmem_size_mib(image)
        regions.append(Region("engine", image, size_mib, "pmem", shared=True, readonly=True))
    for tool in sorted(job.get("tools", {})):
        image = places.image(tool)
        size_mib = pmem_size_mib(image)
        regions.append(Region(tool, image, size_mib, "pmem", shared=True, readonly=True))
    return regions


def blank(path: Path, size_mib: int) -> Path:
    """A file of zeros that takes no room until it is written to."""
    with path.open("wb") as file:
        file.truncate(size_mib << 20)
    return path


def copy_sparse(source: Path, target: Path) -> None:
    """Copy a file and its holes; shared blocks where the file system can.

    Raises LabError with cp's own words, such as those of a full disk.
    """
    command = ["cp", "--sparse=always", "--reflink=auto", source, target]
    done = run_tool(command, "cp", COPY_S)
    if done.returncode != 0:
        raise LabError(f"{last_words(done)}; fix that (free disk space?) and run again")
