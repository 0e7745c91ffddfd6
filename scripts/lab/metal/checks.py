"""What this host lacks for a cell, told before anything is changed: a line each, with the mend."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from scripts.lab.errors import LabError
from scripts.lab.metal import emulator, memory, nvmevirt
from scripts.lab.native import disk, host, module
from scripts.lab.native.commands import PACKAGES, program, run

BTF = Path("/sys/kernel/btf/vmlinux")
LOCKDOWN = Path("/sys/kernel/security/lockdown")
MODULES = Path("/proc/modules")
MEMORY = Path("/proc/meminfo")
# What the host keeps beside an engine.
SYSTEM_MEMORY_MIB = 256
PROGRAMS = ("unshare", "mount", "modprobe", "wipefs", "findmnt")
ALWAYS = ("loop", "erofs", "overlay")


def needed_modules(job: Mapping[str, Any]) -> list[str]:
    """The kernel's own modules that a cell needs, in the order in which they are loaded."""
    names = [*ALWAYS]
    if job["device"].get("kind", "emulator") == "emulator":
        names.append("nvme")
    if job["filesystem"] != "none":
        names.append(job["filesystem"])
    return names


def missing(jobs: Iterable[Mapping[str, Any]], shared: Path) -> list[str]:
    """What is missing or in the way for any of the cells, each said once."""
    if os.geteuid() != 0:
        # Without it most of what follows can't even be looked at.
        return ["lab.kind: metal changes the host for a while and has to be run as root: use sudo"]
    found = [*_of_programs(), host.check_controllers()]
    for job in jobs:
        found += [*_of_modules(job), _of_memory(job), *_of_device(job, shared)]
        if job["traces"] and not BTF.exists():
            found.append(
                f"{BTF}: bpftrace needs a kernel with CONFIG_DEBUG_INFO_BTF: boot one, or leave "
                "`traces` out of the experiment"
            )
    return list(dict.fromkeys(line for line in found if line))


def _of_programs() -> list[str]:
    return [
        f"{name}: is not installed: install the package {PACKAGES.get(name, name)}"
        for name in PROGRAMS
        if program(name) is None
    ]


def _of_modules(job: Mapping[str, Any]) -> list[str]:
    if program("modprobe") is None:
        return []  # which is told, and then nobody knows
    return [
        f"{module.MODULES / module.release()}: this kernel has no {name}: boot one that has the "
        "module (Debian's and Ubuntu's have it)"
        for name in needed_modules(job)
        if not host.is_there(name) and not _can_be_loaded(name)
    ]


def _can_be_loaded(name: str) -> bool:
    try:
        run("modprobe", "--dry-run", name)
    except LabError:
        return False
    return True


def _of_memory(job: Mapping[str, Any]) -> str | None:
    found = re.search(r"^MemAvailable:\s+(\d+) kB$", MEMORY.read_text(), re.MULTILINE)
    room_mib = int(found[1]) // 1024 - SYSTEM_MEMORY_MIB if found else 0
    if found and job["engine_memory_mib"] > room_mib:
        return (
            f"engine_memory_mib: {job['engine_memory_mib']} is more than the {room_mib} MiB that "
            "this host has to spare"
        )
    return None


def _of_device(job: Mapping[str, Any], shared: Path) -> list[str | None]:
    device = job["device"]
    kind = device.get("kind", "emulator")
    if not MODULES.exists():
        return [f"{MODULES}: this kernel loads no modules at all: boot one that does"]
    if emulator.LOADED.exists():
        return ["vnvme: is loaded, and not by a cell: unload it with `rmmod vnvme`"]
    if kind == "emulator":
        return [_of_reserved_memory(device["device_mib"]), _of_lockdown(), module.problem(shared)]
    path = Path(device["path"])
    if kind == "nvmevirt" and (words := nvmevirt.problem(path.resolve().name, device)):
        return [words]
    return [disk.problem(path, device["device_mib"])]


def _of_reserved_memory(device_mib: int) -> str | None:
    if memory.reserved(device_mib):
        return None
    lacking = (
        f"{memory.COMMAND_LINE}: no {device_mib} MiB (lab.device_mib) are reserved for the emulator"
    )
    words = memory.suggestion(device_mib, memory.RESOURCES.read_text())
    if words is None:
        return (
            f"{lacking}, and no stretch of this host's memory is that large: lower lab.device_mib"
        )
    return (
        f"{lacking}: add {words} to the kernel's command line (in /etc/default/grub, "
        f"GRUB_CMDLINE_LINUX, write it {words.replace('$', chr(92) * 3 + '$')}), run update-grub "
        "and boot again"
    )


def _of_lockdown() -> str | None:
    if not LOCKDOWN.exists() or "[none]" in LOCKDOWN.read_text():
        return None
    return f"{LOCKDOWN}: the kernel loads signed modules only: switch Secure Boot off"
