"""The devices of the lab on bare metal: the emulator, a block device, NVMeVirt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scripts.files.digests import sha256_of
from scripts.lab.errors import LabError
from scripts.lab.metal import emulator, memory, nvmevirt
from scripts.lab.native import disk, host, module
from scripts.lab.native.devices import Device, Devices
from scripts.lab.native.undo_log import UndoLog
from scripts.lab.places import Places

LOCKDOWN = Path("/sys/kernel/security/lockdown")
MODULES = Path("/proc/modules")


class Emulator(Devices):
    """The emulator over memory that the kernel was booted without."""

    undo = {  # noqa: RUF012
        "set_fastest": emulator.set_fastest,
        "unload_emulator": emulator.unload,
    }

    def missing(self, device: Device, shared: Path) -> list[str | None]:
        """Memory, leave to load modules, and the module or what it is built with."""
        if problem := _in_the_way():
            return [problem]
        return [_of_reserved_memory(device["device_mib"]), _of_lockdown(), module.problem(shared)]

    def modules(self, device: Device) -> list[str]:
        """The driver of its disk."""
        return ["nvme"]

    def make(self, device: Device, places: Places, log: UndoLog) -> str:
        """Load the module."""
        region = memory.reserved(device["device_mib"])
        assert region is not None, "checked before"
        path = module.module_folder(places.shared) / module.MODULE
        if not path.exists():
            raise LabError(f"{path} is missing: run snakemake, which makes what a cell needs")
        log.note("unload_emulator")
        return emulator.load(path, region, device["device_mib"] << 20)

    def note_release(self, device: Device, name: str, log: UndoLog) -> None:
        """It gets as fast as it can be."""
        log.note("set_fastest")

    def as_found(self, device: Device) -> dict[str, Any]:
        """All of them: the runner sets the emulator itself."""
        return dict(device)

    def provenance(self, device: Device, places: Places) -> dict[str, str]:
        """The module."""
        return {"vnvme.ko": sha256_of(module.module_folder(places.shared) / module.MODULE)}


class Block(Devices):
    """A disk that is there, as fast as it is."""

    def missing(self, device: Device, shared: Path) -> list[str | None]:
        """A disk that is large enough and not in use."""
        if problem := _in_the_way():
            return [problem]
        return [disk.problem(Path(device["path"]), device["device_mib"])]

    def make(self, device: Device, places: Places, log: UndoLog) -> str:
        """Note the settings of its queue, and that file systems on it have to go."""
        name = Path(device["path"]).resolve().name
        host.keep_queue(name, log)
        log.note("wait_until_free", name)
        return name

    def as_found(self, device: Device) -> dict[str, Any]:
        """All of them, as it has none but the queue's."""
        return dict(device)


class Nvmevirt(Block):
    """NVMeVirt's disk, whose settings are files of the host."""

    def missing(self, device: Device, shared: Path) -> list[str | None]:
        """NVMeVirt, with numbers large enough for the cell's settings; then as for any disk."""
        name = Path(device["path"]).resolve().name
        if problem := _in_the_way() or nvmevirt.problem(name, device):
            return [problem]
        return super().missing(device, shared)

    def make(self, device: Device, places: Places, log: UndoLog) -> str:
        """Note its settings, and make it as fast as it can be."""
        name = super().make(device, places, log)
        for file, text in nvmevirt.current().items():
            log.note("write", str(nvmevirt.FOLDER / file), text)
        for file, text in nvmevirt.fastest().items():
            (nvmevirt.FOLDER / file).write_text(text)
        return name

    def note_release(self, device: Device, name: str, log: UndoLog) -> None:
        """Its files are written as at first."""
        for file, text in nvmevirt.fastest().items():
            log.note("write", str(nvmevirt.FOLDER / file), text)

    def as_found(self, device: Device) -> dict[str, Any]:
        """The kernel's readahead; the rest are files of the host."""
        return {"read_ahead_kb": device["read_ahead_kb"]}

    def applied(self, device: Device) -> dict[str, Any]:
        """NVMeVirt's own files, too."""
        return super().applied(device) | {"nvmevirt": nvmevirt.texts(device)}

    def settings(self, device: Device, name: str) -> list[dict[str, str]]:
        """NVMeVirt's own files."""
        return [
            {
                "path": str(nvmevirt.FOLDER / file),
                "text": text,
                "reads": nvmevirt.reading(file, text),
            }
            for file, text in nvmevirt.texts(device).items()
        ]


def _in_the_way() -> str | None:
    if not MODULES.exists():
        return f"{MODULES}: this kernel loads no modules at all: boot one that does"
    if emulator.LOADED.exists():
        return "vnvme: is loaded, and not by a cell: unload it with `rmmod vnvme`"
    return None


def _of_reserved_memory(device_mib: int) -> str | None:
    if memory.reserved(device_mib):
        return None
    lacking = (
        f"{memory.COMMAND_LINE}: no {device_mib} MiB (lab.device_mib) are reserved for the emulator"
    )
    words = memory.suggestion(device_mib, memory.RESOURCES.read_text())
    if words is None:
        return f"{lacking}, and no region of this host's memory is that large: lower lab.device_mib"
    return (
        f"{lacking}: add {words} to the kernel's command line (in /etc/default/grub, "
        f"GRUB_CMDLINE_LINUX, write it {words.replace('$', chr(92) * 3 + '$')}), run update-grub "
        "and boot again"
    )


def _of_lockdown() -> str | None:
    if not LOCKDOWN.exists() or "[none]" in LOCKDOWN.read_text():
        return None
    return f"{LOCKDOWN}: the kernel loads signed modules only: switch Secure Boot off"


KINDS: dict[str, Devices] = {"emulator": Emulator(), "block": Block(), "nvmevirt": Nvmevirt()}
