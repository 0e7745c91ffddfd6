"""Control groups v1: a hierarchy for each controller, and the block throttle on the root group.

The root group, as buffered writes are charged to it whoever dirtied the pages: in a group below
them, write-back would escape. So there is none of ours in that hierarchy, and only the disk's
number keeps others' I/O apart. In those of memory, CPU sets and CPU time the cell has ``bandwise``.

The runner knows groups v2. It gets a folder whose files have the names of v2's and lead to v1's:
who joins the engine's group is kept to its memory, who joins the clients' to their CPUs. The runner
itself, and so the engine, begins on the engine's CPUs. CPU time is counted by process. Where v1 has
no such file, it is empty.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

from scripts.jobs import Job
from scripts.lab.errors import LabError
from scripts.lab.host.commands import wait_until
from scripts.lab.host.cpu_times import CpuTimes
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

MOUNTS = Path("/proc/mounts")
CONTROLLERS = ("blkio", "memory", "cpuset", "cpuacct")
NAME = "bandwise"
FILES = {"read": "blkio.throttle.read_bps_device", "write": "blkio.throttle.write_bps_device"}
# Limits of the root group that hold a cell back, whoever set them.
LIMITS = "blkio.throttle.*_device"
# Of the files that the runner reads (guest/observe.py, guest/system.py), v2's name and v1's.
MEMORY_FILES = {
    "memory.max": "memory.limit_in_bytes",
    "memory.current": "memory.usage_in_bytes",
    "memory.stat": "memory.stat",
    "memory.events": "memory.oom_control",
}
CPU_FILE = "cpu_{}.stat"
# Where the runner finds the folder of its answer (enter.sh).
ANSWER_SEEN = Path("/run/answer")


def folder_of(controller: str) -> Path | None:
    """Where a controller's hierarchy is mounted, if it is one of v1."""
    for line in MOUNTS.read_text().splitlines():
        _, folder, kind, options = line.split()[:4]
        if kind == "cgroup" and controller in options.split(","):
            return Path(folder)
    return None


class OldGroups(Groups):
    """``bandwise`` in each hierarchy but that of block devices."""

    release_verb = "release_v1"

    @property
    def undo(self) -> dict[str, Callable[..., None]]:
        """The groups go; the limit goes first."""
        return {"remove_old_group": remove_group, self.release_verb: self.release}

    def problem(self) -> str | None:
        """Hierarchies and the throttle that are not there."""
        missing = [name for name in CONTROLLERS if folder_of(name) is None]
        if missing:
            return (
                f"{MOUNTS}: no control groups v1 for {', '.join(missing)}: mount them, or boot "
                "with systemd.unified_cgroup_hierarchy=1"
            )
        outside = [name for name in CONTROLLERS if not _folder(name).is_relative_to(CGROUPS)]
        if outside:
            return f"{MOUNTS}: {', '.join(outside)}: mount them below {CGROUPS}"
        if not (_folder("blkio") / FILES["read"]).exists():
            return (
                f"{_folder('blkio')}: this kernel has no block throttle "
                "(CONFIG_BLK_DEV_THROTTLING): boot one that has"
            )
        return None

    def make(self, job: Job, payload: Path, log: UndoLog) -> list[Path]:
        """The groups in their hierarchies, and the folder that the runner takes for v2's."""
        memory, cpuset, time = (_folder(name) / NAME for name in ("memory", "cpuset", "cpuacct"))
        cpus = cpus_of(job)
        online = CPUS_ONLINE.read_text().strip()
        for top in (memory, cpuset, time):
            if top.exists():
                raise LabError(
                    f"{top}: another program has this control group: end it, and remove it"
                )
        for group in (memory, memory / "engine", time):
            log.note("remove_old_group", str(group))
            group.mkdir()
        # Kept from swap, as the groups of v2 are.
        (memory / "engine/memory.swappiness").write_text("0")
        for group, those in (
            (cpuset, online),
            (cpuset / "engine", cpus.get("engine", online)),
            (cpuset / "client", cpus.get("client", online)),
        ):
            log.note("remove_old_group", str(group))
            group.mkdir()
            (group / "cpuset.cpus").write_text(those)
            (group / "cpuset.mems").write_text((_folder("cpuset") / "cpuset.mems").read_text())
        answer = payload.parent / "answer"
        _lay_out(payload / "groups", memory / "engine", cpuset / "client", answer)
        self._times = CpuTimes(
            {
                memory / "engine/cgroup.procs": answer / CPU_FILE.format("engine"),
                cpuset / "client/cgroup.procs": answer / CPU_FILE.format("client"),
            }
        )
        return [memory, cpuset / "engine", time]

    def limits(self, number: str, read_bytes_s: int, write_bytes_s: int) -> list[Setting]:
        """A file a direction, of the root group."""
        bounds = {"read": read_bytes_s, "write": write_bytes_s}
        return [
            {
                "path": seen(_folder("blkio") / FILES[direction]),
                "text": f"{number} {bytes_s}",
                "reads": f"{number} {bytes_s}",
            }
            for direction, bytes_s in bounds.items()
        ]

    def release(self, number: str) -> None:
        """0 is no limit."""
        for name in FILES.values():
            write_limit(_folder("blkio") / name, f"{number} 0")

    def found(self, number: str) -> str | None:
        """Of the root group, whose limits are everybody's: the file, and the disk's line in it."""
        for path in sorted(_folder("blkio").glob(LIMITS)):
            for line in path.read_text().splitlines():
                if line.split()[:1] == [number]:
                    return f"{path}: {line}"
        return None

    def begin(self) -> None:
        """Count the engine's CPU time, and the clients'."""
        self._times.begin()

    def end(self) -> None:
        """Count no more."""
        self._times.end()

    def used_ns(self) -> int:
        """As the group in the hierarchy of CPU time counts it."""
        return int((_folder("cpuacct") / NAME / "cpuacct.usage").read_text())


def _folder(controller: str) -> Path:
    found = folder_of(controller)
    assert found is not None, controller
    return found


def _lay_out(folder: Path, engine: Path, client: Path, answer: Path) -> None:
    """The runner's folder: a group a folder, of files that are links to v1's or to ours, or empty.

    The runner has a copy of this folder, but the very files of ``answer``.
    """
    for name, procs in (("engine", engine), ("client", client)):
        (folder / name).mkdir(parents=True)
        (folder / name / "cgroup.procs").symlink_to(seen(procs / "cgroup.procs"))
        (answer / CPU_FILE.format(name)).touch()
        (folder / name / "cpu.stat").symlink_to(ANSWER_SEEN / CPU_FILE.format(name))
        (folder / name / "io.stat").touch()
    for new, old in MEMORY_FILES.items():
        (folder / "engine" / new).symlink_to(seen(engine / old))
        (folder / "client" / new).touch()


def remove_group(path: str) -> None:
    """End whatever still runs in the group, and remove it."""
    group = Path(path)
    if not group.exists():
        return

    def is_empty() -> bool:
        processes = (group / "cgroup.procs").read_text().split()
        for process in processes:
            try:
                os.kill(int(process), signal.SIGKILL)
            except ProcessLookupError:
                continue
        return not processes

    wait_until(is_empty, ENDS_S, f"processes in {group} did not end")
    group.rmdir()
