"""Which regions of memory a machine has for a task, before there are files to map."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from scripts.data import has_rows
from scripts.jobs import Job, cpus_of, gips_of, turn_of
from scripts.lab.virtual.machine import (
    INBOX_MIB,
    OUTBOX_MIB,
    Boot,
    Region,
    described,
    pmem_size_mib,
)
from scripts.values.canonical import canonical

# Tasks whose machine's memory is kept, and therefore a file; a cell has a private copy.
KEEPING = ("machine", "snapshot")


def memory(task: str, job: Job) -> list[Region]:
    """What Linux manages, and the device's storage."""
    size_mib, device_mib = job["machine_memory_mib"], job["device"]["device_mib"]
    # A file costs every first touch of a page, and the host writes it to its disk meanwhile.
    ram = None if task == "dataset" else Path("ram.img")
    return [
        Region("ram", ram, size_mib, "ram", shared=task in KEEPING),
        Region("device", Path("device.img"), device_mib, "reserved", shared=task != "cell"),
    ]


def common(job: Job) -> list[Region]:
    """Base, inbox, outbox, engine, tools, in the order that gives their /dev/pmem numbers."""
    return [
        _image("base"),
        Region("inbox", Path("inbox.img"), INBOX_MIB, "pmem", shared=True),
        Region("outbox", Path("outbox.img"), OUTBOX_MIB, "pmem", shared=True),
        *([_image("engine")] if job["engine"] else []),
        *map(_image, sorted(job.get("tools", {}))),
    ]


def rows(task: str, job: Job) -> list[Region]:
    """The rows to load, of a kind of data whose rows the host makes."""
    return [_image("load")] if task == "dataset" and has_rows(job["dataset"]["kind"]) else []


def with_files(regions: list[Region], files: Mapping[str, Path]) -> list[Region]:
    """The regions over their files; an image is as large as its file."""
    return [
        replace(region, path=files[region.name], size_mib=_size_mib(region, files[region.name]))
        if region.path
        else region
        for region in regions
    ]


def arguments_for(task: str, job: Job) -> str:
    """QEMU's arguments for a task, with images of no size."""
    # Thousands of cells have the same machine.
    seen = {
        "machine_memory_mib": job["machine_memory_mib"],
        "device": {"device_mib": job["device"]["device_mib"]},
        "engine": bool(job["engine"]),
        "tools": sorted(job.get("tools", {})),
        "dataset": {"kind": job["dataset"]["kind"]} if task == "dataset" else None,
        "cpus": cpus_of(job),
        "turn_instructions": turn_of(job),
        "cpu_gips": gips_of(job),
    }
    return _described(task, canonical(seen))


@cache
def _described(task: str, text: str) -> str:
    job = json.loads(text)
    how = (cpus_of(job), turn_of(job), gips_of(job))
    boot = Boot((), Path("vmlinuz"), Path("initramfs.cpio"), *how)
    return described(boot, [*memory(task, job), *common(job), *rows(task, job)])


def _image(name: str) -> Region:
    return Region(name, Path(name), 0, "pmem", shared=True, readonly=True)


def _size_mib(region: Region, path: Path) -> int:
    return region.size_mib or pmem_size_mib(path)
