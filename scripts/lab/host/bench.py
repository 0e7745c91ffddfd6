"""What a cell on this host is made with: devices, control groups, and what watches the host."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scripts.lab.host import groups_v1
from scripts.lab.host.devices import Devices
from scripts.lab.host.disks import Block, Loop, Throttled
from scripts.lab.host.emulator import Emulator
from scripts.lab.host.groups import Groups
from scripts.lab.host.groups_v1 import OldGroups
from scripts.lab.host.groups_v2 import NewGroups
from scripts.lab.host.nvmevirt import Nvmevirt
from scripts.lab.host.quietness import Quietness


@dataclass(frozen=True)
class Bench:
    """What there is of each.

    ``kinds``: devices by ``cell.device.kind``; ``watch``: what says whether the host was quiet.
    """

    kinds: Mapping[str, Devices]
    groups: Groups
    watch: Quietness

    @property
    def undo(self) -> dict[str, Callable[..., None]]:
        """What undoes its changes of the host, by the verb that the undo log has for it."""
        verbs = dict(self.groups.undo)
        for devices in self.kinds.values():
            verbs |= devices.undo
        return verbs


def bench() -> Bench:
    """What this host has, with control groups v1 where these have the block throttle."""
    groups: Groups = OldGroups() if groups_v1.folder_of("blkio") else NewGroups()
    kinds = {
        "loop": Loop(groups),
        "throttled": Throttled(groups),
        "emulator": Emulator(),
        "block": Block(),
        "nvmevirt": Nvmevirt(),
    }
    return Bench(kinds, groups, Quietness(groups))
