"""Where the stages before this one left what a lab needs."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from scripts.files import NotAFileError, check_folder
from scripts.identity import payload
from scripts.lab.errors import LabError

REPOSITORY = Path(__file__).parents[2]
ENVS = REPOSITORY / "envs"
# Below the shared folder: what every machine boots from, and the emulator for its kernel.
BOOT_FILES = ("boot/boot.json", "boot/vmlinuz", "boot/initramfs.cpio")
EMULATOR_FILES = ("emulator/emulator.json", "emulator/vnvme.ko")


def host_emulator_files() -> tuple[str, ...]:
    """The emulator for the kernel that this host runs, as `uname -r` names it."""
    return tuple(f"emulator-{os.uname().release}/{Path(name).name}" for name in EMULATOR_FILES)


@dataclass(frozen=True)
class Places:
    """Files below ``shared``, the folder of what studies share: layers, datasets, snapshots.

    Raises LabError where one is missing, and NotAFileError for a FIFO and the like.
    """

    shared: Path

    @property
    def toolchain(self) -> Path:
        """The tree of host programs: QEMU, the compiler, mkfs.erofs."""
        return self.needed("layers/toolchain/tree")

    @property
    def module(self) -> Path:
        """The emulator for the guests' kernel."""
        return self.needed("emulator/vnvme.ko")

    def image(self, layer: str) -> Path:
        """A layer's image."""
        return self.needed(f"layers/{layer}/image.erofs")

    def dataset(self, dataset_id: str) -> Path:
        """A dataset's folder."""
        return self.needed(f"datasets/{dataset_id}")

    def machine(self, machine_id: str) -> Path:
        """A booted machine's folder."""
        return self.needed(f"machines/{machine_id}")

    def snapshot(self, snapshot_id: str) -> Path:
        """A snapshot's folder."""
        return self.needed(f"snapshots/{snapshot_id}")

    def needed(self, name: str) -> Path:
        """The file or folder of that name below the shared folder."""
        path = self.shared / name
        if not path.exists():
            raise LabError(f"{path} is missing: run snakemake, which makes what a cell needs")
        if path.is_dir():
            check_folder(path)
        elif not (path.is_file() or path.is_block_device()):
            # A block device is opened at once, and an image may be on one.
            raise NotAFileError(path)
        return path


def adapter_of(engine: str | None) -> str | None:
    """The adapter that ``envs/<engine>.yaml`` names, or None without an engine."""
    try:
        return payload.adapter_of(engine)
    except FileNotFoundError:
        layer = ENVS / f"{engine}.yaml"
        raise LabError(
            f"{layer} is missing: the job's engine is {engine}; run snakemake again"
        ) from None
