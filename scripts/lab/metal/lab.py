"""The lab on bare metal, as others know it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from scripts.jobs import Job
from scripts.lab.lab import Capabilities, Lab
from scripts.lab.places import EMULATOR_FILES, host_emulator_files


class Metal(Lab):
    """This host's own kernel, as root, one cell after the other."""

    capabilities = Capabilities(
        deterministic=False,
        snapshots=False,
        real_time=True,
        exclusive=True,
        cpus=None,
        clock="host",
    )
    description = (
        "This host's own kernel in real time, as root, one cell after the other; datasets are "
        "still loaded in machines. What the host lacks for it is reported before anything runs."
    )
    tasks = {"cell": "scripts.lab.metal.cell"}  # noqa: RUF012
    in_machine = False
    devices = ("emulator", "block", "nvmevirt")
    loaded_devices = devices

    def layers(self, job: Job) -> tuple[str, ...]:
        """The root of the runner."""
        return ("base",)

    def inputs(self, job: Job) -> list[str]:
        """The emulator, for the guests' kernel as payloads have it, and for this host's."""
        emulated = "kind" not in job["device"]
        return [*EMULATOR_FILES, *(host_emulator_files() if emulated else [])]

    def cell_files(self) -> tuple[str, ...]:
        """The runner's order of events, and the first program of a cell."""
        from scripts.lab.native.namespace import ENTER_FILE
        from scripts.lab.native.payload import runner_sources

        return (*runner_sources(), ENTER_FILE)

    def driven(self, task: str, job: Job) -> str:
        """What is applied to this host, which each cell's provenance records."""
        from scripts.lab.metal.devices import KINDS
        from scripts.lab.native.devices import applied_to

        return applied_to(job, KINDS) if task == "cell" else ""

    def missing(self, jobs: Iterable[Job], shared: Path) -> list[str]:
        """What is missing or in the way, before anything is changed."""
        from scripts.lab.metal.devices import KINDS
        from scripts.lab.native.checks import missing

        return missing(jobs, shared, KINDS)

    def undo(self) -> dict[str, Callable[..., None]]:
        """The emulator's, and those of the one group."""
        from scripts.lab.metal.devices import KINDS
        from scripts.lab.native.cell import Bench

        return dict(Bench(KINDS).undo)


LAB = Metal()
