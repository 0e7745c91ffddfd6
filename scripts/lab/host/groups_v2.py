"""Control groups v2: ``io.max`` holds the disk back, buffered writes included.

Two groups, one in the other. The outer one has the limit, which the kernel lets no process set from
within; the inner one becomes the root of all groups that the runner sees. What the file system's
journal writes in a thread of the kernel is in neither, and is not held back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from scripts.jobs import Job
from scripts.lab.errors import LabError
from scripts.lab.host.commands import wait_until
from scripts.lab.host.groups import (
    CGROUPS,
    CPUS_ONLINE,
    ENDS_S,
    Groups,
    Setting,
    cpus_of,
    seen,
    write_limit,
)
from scripts.lab.host.undo_log import UndoLog

# All groups of a cell are below it; the runner sees the inner one as the root of all.
GROUP = CGROUPS / "bandwise"
CONTROLLERS = ("cpu", "memory", "io", "cpuset")


class NewGroups(Groups):
    """``bandwise`` with the limit, and ``bandwise/cell`` with all that runs."""

    release_verb = "release_v2"

    @property
    def undo(self) -> dict[str, Callable[..., None]]:
        """The groups go; the limit goes first."""
        return {"remove_group": remove_group, self.release_verb: self.release}

    def problem(self) -> str | None:
        """The controllers that are not there."""
        return check_controllers()

    def make(self, job: Job, payload: Path, log: UndoLog) -> list[Path]:
        """Both groups; the runner makes its own in the inner one, and gives them their CPUs."""
        make_group(log)
        if not (GROUP / "io.max").exists():
            raise LabError(
                f"{GROUP}/io.max: this kernel has no block throttle "
                "(CONFIG_BLK_DEV_THROTTLING): boot one that has"
            )
        (GROUP / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in CONTROLLERS))
        inner = GROUP / "cell"
        inner.mkdir()
        if cpus := cpus_of(job):
            every = CPUS_ONLINE.read_text().strip()
            named = {name: cpus.get(name, every) for name in ("engine", "client")}
            (payload / "cpus.json").write_text(json.dumps(named))
        return [inner]

    def limits(self, number: str, read_bytes_s: int, write_bytes_s: int) -> list[Setting]:
        """One file for both directions."""
        text = f"{number} rbps={read_bytes_s} wbps={write_bytes_s}"
        reads = f"{text} riops=max wiops=max"
        return [{"path": seen(GROUP / "io.max"), "text": text, "reads": reads}]

    def release(self, number: str) -> None:
        """No limit for either direction."""
        if (GROUP / "io.max").exists():
            write_limit(GROUP / "io.max", f"{number} rbps=max wbps=max")

    def used_ns(self) -> int:
        """As the outer group counts it."""
        text = (GROUP / "cpu.stat").read_text()
        found = re.search(r"^usage_usec (\d+)$", text, re.MULTILINE)
        return int(found[1]) * 1000 if found else 0


def make_group(log: UndoLog) -> None:
    """Make the outer group, without swap, and give it the controllers that it needs."""
    switch = CGROUPS / "cgroup.subtree_control"
    missing = [name for name in CONTROLLERS if name not in switch.read_text().split()]
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


def check_controllers() -> str | None:
    """What the host's control groups lack, with the fix, or None."""
    controllers = CGROUPS / "cgroup.controllers"
    if not controllers.exists():
        return (
            f"{CGROUPS}: is not cgroup v2: add systemd.unified_cgroup_hierarchy=1 to the kernel's "
            "command line"
        )
    missing = [name for name in CONTROLLERS if name not in controllers.read_text().split()]
    if missing:
        return f"{controllers}: lacks {', '.join(missing)}: boot without cgroup_disable="
    return None
