"""What a cell changes of the host beside its device and its groups: kernel settings, modules."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Sequence
from pathlib import Path

from scripts.lab.errors import LabError
from scripts.lab.host.commands import POLL_S, run
from scripts.lab.host.undo_log import UndoLog

LETS_GO_S = 2.0
VM = Path("/proc/sys/vm")
# Pairs of which writing one makes the other zero.
WRITE_BACK = (("dirty_ratio", "dirty_bytes"), ("dirty_background_ratio", "dirty_background_bytes"))


def write(path: str, text: str) -> None:
    """Set a setting again; one that went with its device is gone."""
    if Path(path).exists():
        Path(path).write_text(text)


def keep_write_back(log: UndoLog) -> None:
    """Note the settings of write-back, which the runner sets."""
    for names in WRITE_BACK:
        for name in names:
            if value := int((VM / name).read_text()):
                log.note("write", str(VM / name), str(value))


def keep_queue(kernel_name: str, log: UndoLog) -> None:
    """Note the settings of a disk's queue, which the runner sets."""
    queue = Path(f"/sys/class/block/{kernel_name}/queue")
    log.note("write", str(queue / "read_ahead_kb"), (queue / "read_ahead_kb").read_text())
    scheduler = queue / "scheduler"
    if scheduler.exists() and (chosen := re.search(r"\[(.+)\]", scheduler.read_text())):
        log.note("write", str(scheduler), chosen[1])


def load_modules(names: Sequence[str], log: UndoLog) -> None:
    """Load modules of the kernel's own that are not there yet."""
    for name in names:
        if is_there(name):
            continue
        log.note("remove_module", name)
        run("modprobe", name)


def is_there(module: str) -> bool:
    """Whether a module is loaded, or a file system of the name is known without one."""
    known = Path("/proc/filesystems").read_text().split()
    return Path(f"/sys/module/{module}").exists() or module in known


def remove_module(name: str) -> None:
    """Unload a module of the kernel's own, unless it is in use by now."""
    users = Path(f"/sys/module/{name}/refcnt")
    give_up_s = time.monotonic() + LETS_GO_S
    while users.exists() and time.monotonic() < give_up_s:
        # A loop device, for example, lets go a little after its file system is gone.
        if users.read_text().strip() == "0":
            with contextlib.suppress(LabError):  # another process was quicker
                run("modprobe", "--remove", name)
            return
        time.sleep(POLL_S)
