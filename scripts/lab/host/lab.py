"""The lab on this host and its block devices, as others know it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from scripts.jobs import Job
from scripts.lab.lab import Capabilities, Lab
from scripts.lab.places import EMULATOR_FILES


class Host(Lab):
    """This host's own kernel and disks, as root, one cell after the other."""

    capabilities = Capabilities(
        deterministic=False,
        snapshots=False,
        real_time=True,
        exclusive=True,
        cpus=None,
        clock="host",
    )
    description = (
        "This host's own kernel and disks in real time, as root, one cell after the other: a file "
        "on a loop device or a disk, held back by the kernel's block throttle (docs/real-time.md)."
    )
    tasks = {"cell": "scripts.lab.host.cell"}  # noqa: RUF012
    in_machine = False
    devices = ("loop", "throttled")
    loaded_devices = devices
    own_settings = frozenset({"engine_cpus", "client_cpus", "disturbed"})

    def layers(self, job: Job) -> tuple[str, ...]:
        """The root of the runner."""
        return ("base",)

    def inputs(self, job: Job) -> list[str]:
        """The emulator, which payloads have."""
        return list(EMULATOR_FILES)

    def cell_files(self) -> tuple[str, ...]:
        """The runner's order of events, and the first program of a cell."""
        from scripts.lab.native.namespace import ENTER_FILE
        from scripts.lab.native.payload import runner_sources

        return (*runner_sources(), ENTER_FILE)

    def driven(self, task: str, job: Job) -> str:
        """What is applied to this host, which each cell's provenance records."""
        from scripts.lab.host.cell import bench
        from scripts.lab.native.devices import applied_to

        return applied_to(job, bench().kinds) if task == "cell" else ""

    def missing(self, jobs: Iterable[Job], shared: Path) -> list[str]:
        """What is missing or in the way, before anything is changed."""
        from scripts.lab.host.cell import bench
        from scripts.lab.native.checks import missing

        here = bench()
        return missing(jobs, shared, here.kinds, here.groups)

    def undo(self) -> dict[str, Callable[..., None]]:
        """Those of its devices and of its groups."""
        from scripts.lab.host.cell import bench

        return dict(bench().undo)


LAB = Host()
