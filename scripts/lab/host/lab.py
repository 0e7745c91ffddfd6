"""The lab on this host and its block devices, as others know it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from scripts.jobs import Job
from scripts.lab.lab import Capabilities, Lab
from scripts.lab.places import EMULATOR_FILES, host_emulator_files


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
        "on a loop device or a disk, held back by the kernel's block throttle, or an emulated "
        "device (docs/real-time.md)."
    )
    tasks = {"cell": "scripts.lab.host.cell"}  # noqa: RUF012
    in_machine = False
    devices = ("loop", "throttled", "emulator", "block", "nvmevirt")
    loaded_devices = devices
    own_settings = frozenset({"engine_cpus", "client_cpus", "device", "disturbed"})

    def layers(self, job: Job) -> tuple[str, ...]:
        """The root of the runner."""
        return ("base",)

    def inputs(self, job: Job) -> list[str]:
        """The emulator for the guests' kernel, which payloads have, and for this host's."""
        emulated = "kind" not in job["device"]
        return [*EMULATOR_FILES, *(host_emulator_files() if emulated else [])]

    def cell_files(self) -> tuple[str, ...]:
        """The runner's order of events, and the first program of a cell."""
        from scripts.lab.host.namespace import ENTER_FILE
        from scripts.lab.host.payload import runner_sources

        return (*runner_sources(), ENTER_FILE)

    def driven(self, task: str, job: Job) -> str:
        """What is applied to this host, which each cell's provenance records."""
        from scripts.lab.host.bench import bench
        from scripts.lab.host.devices import applied_to

        return applied_to(job, bench().kinds) if task == "cell" else ""

    def missing(self, jobs: Iterable[Job], shared: Path) -> list[str]:
        """What is missing or in the way, before anything is changed."""
        from scripts.lab.host.bench import bench
        from scripts.lab.host.checks import missing

        return missing(jobs, shared, bench())

    def restore(self) -> None:
        """Undo what the log has. Raises LabError, also while a cell runs."""
        from scripts.lab.host.cell import restore

        restore()


LAB = Host()
