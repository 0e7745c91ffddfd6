"""What a cell changes of the host beside its device: kernel settings, modules, a control group."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Sequence
from pathlib import Path

from scripts.lab.errors import LabError
from scripts.lab.native.commands import POLL_S, run, wait_until
from scripts.lab.native.undo_log import UndoLog

CGROUPS = Path("/sys/fs/cgroup")
# All groups of a cell are below it; the runner sees it as the root of all.
GROUP = CGROUPS / "bandwise"
CONTROLLERS = ("cpu", "memory", "io")
ENDS_S = 120.0
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


def make_group(log: UndoLog, controllers: Sequence[str] = CONTROLLERS) -> None:
    """Make the cell's control group, without swap, and give it the controllers that it needs."""
    switch = CGROUPS / "cgroup.subtree_control"
    missing = [name for name in controllers if name not in switch.read_text().split()]
    if missing:
        # They stay on: by the end of the cell others may rely on them, such as systemd, and with a
        # controller all limits of its groups go.
        switch.write_text(" ".join(f"+{name}" for name in missing))
    if GROUP.exists():
        raise LabError(f"{GROUP}: another program has this control group: end it, and remove it")
    log.note("remove_group")
    GROUP.mkdir()
    swap = GROUP / "memory.swap.max"
    if swap.exists():  # a kernel with swap
        swap.write_text("0")


def remove_group() -> None:
    """End whatever still runs in the cell's control group, and remove it with those below it."""
    if not GROUP.exists():
        return
    (GROUP / "cgroup.kill").write_text("1")
    wait_until(
        lambda: "populated 0" in (GROUP / "cgroup.events").read_text(),
        ENDS_S,
        f"processes in {GROUP} did not end",
    )
    for group in sorted(GROUP.rglob("*"), reverse=True):
        if group.is_dir():
            group.rmdir()
    GROUP.rmdir()


def check_controllers(wanted: Sequence[str] = CONTROLLERS) -> str | None:
    """What the host's control groups lack, with the fix, or None."""
    controllers = CGROUPS / "cgroup.controllers"
    if not controllers.exists():
        return (
            f"{CGROUPS}: is not cgroup v2: add systemd.unified_cgroup_hierarchy=1 to the kernel's "
            "command line"
        )
    missing = [name for name in wanted if name not in controllers.read_text().split()]
    if missing:
        return f"{controllers}: lacks {', '.join(missing)}: boot without cgroup_disable="
    return None
