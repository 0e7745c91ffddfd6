"""The lab in virtual time, as others know it."""

from __future__ import annotations

from scripts.jobs import Job
from scripts.lab.lab import Capabilities, Lab
from scripts.lab.places import BOOT_FILES, EMULATOR_FILES


class Virtual(Lab):
    """QEMU machines whose clock counts instructions; any number of them at once."""

    capabilities = Capabilities(
        deterministic=True,
        snapshots=True,
        real_time=False,
        exclusive=False,
        cpus=8,
        clock="instructions",
    )
    description = "QEMU whose clock counts instructions."
    tasks = {  # noqa: RUF012
        task: f"scripts.lab.virtual.tasks.{task}"
        for task in ("dataset", "machine", "snapshot", "cell")
    }
    in_machine = True
    devices = ("emulator", "block")
    loaded_devices = ("emulator",)

    def layers(self, job: Job) -> tuple[str, ...]:
        """QEMU's, and the guest's root."""
        return ("toolchain", "qemu", "base")

    def inputs(self, job: Job) -> list[str]:
        """What a machine boots from. One that does not load the emulator yet names it, too."""
        return [*BOOT_FILES, *EMULATOR_FILES]

    def driven(self, task: str, job: Job) -> str:
        """QEMU's arguments, but for the sizes of images, which their hashes decide."""
        from scripts.lab.virtual.layout import arguments_for

        return arguments_for(task, job)


LAB = Virtual()
