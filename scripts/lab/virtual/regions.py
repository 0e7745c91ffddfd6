"""The files that become a machine's memory: what is not there yet is made, images are found."""

from __future__ import annotations

from pathlib import Path

from scripts.jobs import Job
from scripts.lab.errors import LabError
from scripts.lab.places import Places
from scripts.lab.tools import last_words, run_tool
from scripts.lab.virtual import layout
from scripts.lab.virtual.layout import with_files
from scripts.lab.virtual.machine import INBOX_MIB, OUTBOX_MIB, Region

# Of some GiB, also from a slow disk.
COPY_S = 3600.0


def common(job: Job, places: Places, work: Path, payload: bytes) -> list[Region]:
    """Base, inbox, outbox, engine and tools over their files, with the payload in the inbox."""
    inbox = blank(work / "inbox.img", INBOX_MIB)
    if len(payload) > INBOX_MIB << 20:
        raise LabError(f"the payload takes {len(payload)} bytes, the inbox has {INBOX_MIB} MiB")
    with inbox.open("r+b") as file:
        file.write(payload)
    layers = {"base": "base", **{tool: tool for tool in job.get("tools", {})}}
    layers |= {"engine": job["engine"]} if job["engine"] else {}
    images = {name: places.image(layer) for name, layer in layers.items()}
    outbox = blank(work / "outbox.img", OUTBOX_MIB)
    return with_files(layout.common(job), {"inbox": inbox, "outbox": outbox, **images})


def blank(path: Path, size_mib: int) -> Path:
    """A file of zeros that takes no room until it is written to."""
    with path.open("wb") as file:
        file.truncate(size_mib << 20)
    return path


def copy_sparse(source: Path, target: Path) -> None:
    """Copy a file and its holes; shared blocks where the file system can.

    Raises LabError with cp's own words, such as those of a full disk.
    """
    command: list[str | Path] = ["cp", "--sparse=always", "--reflink=auto", source, target]
    done = run_tool(command, "cp", COPY_S)
    if done.returncode != 0:
        raise LabError(f"{last_words(done)}; fix that (free disk space?) and run again")
