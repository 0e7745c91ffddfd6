"""Control groups v2: ``io.max`` holds the disk back, buffered writes included.

Two groups, one in the other. The outer one has the limit, which the kernel lets no process set from
within; the inner one becomes the root of all groups that the runner sees. What the file system's
journal writes in a thread of the kernel is in neither, and is not held back.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from scripts.jobs import Job
from scripts.lab.errors import LabError
from scripts.lab.host.throttle import CPUS_ONLINE, Setting, Throttle, cpus_of, seen, write_limit
from scripts.lab.native import host
from scripts.lab.native.undo_log import UndoLog

CONTROLLERS = (*host.CONTROLLERS, "cpuset")


class NewGroups(Throttle):
    """``bandwise`` with the limit, and ``bandwise/cell`` with all that runs."""

    release_verb = "release_v2"

    @property
    def undo(self) -> dict[str, Any]:  # type: ignore[override]
        """The groups go; the limit goes first."""
        return {"remove_group": host.remove_group, self.release_verb: self.release}

    def problem(self) -> str | None:
        """The controllers that are not there."""
        return host.check_controllers(CONTROLLERS)

    def make(self, job: Job, payload: Path, log: UndoLog) -> list[Path]:
        """Both groups; the runner makes its own in the inner one, and gives them their CPUs."""
        host.make_group(log, CONTROLLERS)
        if not (host.GROUP / "io.max").exists():
            raise LabError(
                f"{host.GROUP}/io.max: this kernel has no block throttle "
                "(CONFIG_BLK_DEV_THROTTLING): boot one that has"
            )
        (host.GROUP / "cgroup.subtree_control").write_text(
            " ".join(f"+{name}" for name in CONTROLLERS)
        )
        inner = host.GROUP / "cell"
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
        return [{"path": seen(host.GROUP / "io.max"), "text": text, "reads": reads}]

    def release(self, number: str) -> None:
        """No limit for either direction."""
        if (host.GROUP / "io.max").exists():
            write_limit(host.GROUP / "io.max", f"{number} rbps=max wbps=max")

    def used_ns(self) -> int:
        """As the outer group counts it."""
        text = (host.GROUP / "cpu.stat").read_text()
        found = re.search(r"^usage_usec (\d+)$", text, re.MULTILINE)
        return int(found[1]) * 1000 if found else 0
