"""Where the stages before this one left what a machine needs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from scripts.lab.errors import LabError
from scripts.lab.images import sha256_of
from scripts.lab.machine import Boot
from scripts.lab.manifest import read_object
from scripts.layers.enter import toolchain_binary

REPOSITORY = Path(__file__).parents[2]
ENVS = REPOSITORY / "envs"


@dataclass(frozen=True)
class Places:
    """``shared``: layers, boot and emulator; ``results``: machines, datasets and snapshots."""

    shared: Path
    results: Path

    @property
    def toolchain(self) -> Path:
        """The tree of host programs: QEMU, the compiler, mkfs.erofs."""
        return self._needed(self.shared / "layers/toolchain/tree")

    @property
    def module(self) -> Path:
        """The emulator."""
        return self._needed(self.shared / "emulator/vnvme.ko")

    def image(self, layer: str) -> Path:
        """A layer's image."""
        return self._needed(self.shared / f"layers/{layer}/image.erofs")

    def dataset(self, dataset_id: str) -> Path:
        """A dataset's folder."""
        return self._needed(self.results / "datasets" / dataset_id)

    def machine(self, machine_id: str) -> Path:
        """A booted machine's folder."""
        return self._needed(self.results / "machines" / machine_id)

    def snapshot(self, snapshot_id: str) -> Path:
        """A snapshot's folder."""
        return self._needed(self.results / "snapshots" / snapshot_id)

    def tpch(self, scale_factor: float) -> Path:
        """The folder of TPC-H's tables, and of what its queries must answer."""
        return self._needed(self.shared / "tpch" / f"sf{scale_factor:g}")

    def boot(self) -> Boot:
        """What every machine boots from."""
        return Boot(
            tuple(toolchain_binary(self.toolchain, "qemu-system-x86_64")),
            self._needed(self.shared / "boot/vmlinuz"),
            self._needed(self.shared / "boot/initramfs.cpio"),
        )

    def provenance(self, job: dict[str, Any]) -> dict[str, str]:
        """What a machine is made of, by content: hashes of layers, module and generated tables."""
        engine = job["engine"]
        names = ["toolchain", "base", *([engine] if engine else [])]
        names += ["hammerdb"] if "hammerdb" in job else []
        layers = {}
        for name in names:
            manifest = read_object(self.shared / f"layers/{name}/layer.json")
            layers[f"layer.{name}"] = manifest["image_sha256"] or "a tree"
            if name == "toolchain":
                layers["qemu"] = manifest["packages"].get("qemu-system-x86", "")
            if name == "hammerdb":
                layers["hammerdb.version"] = manifest["packages"]["hammerdb"]
                layers["hammerdb.files"] = manifest["source_sha256"]
        if (job.get("dataset") or {}).get("kind") == "tpch":
            folder = self.tpch(job["dataset"]["scale_factor"])
            tables = read_object(folder / "tables.json")
            layers |= {"tpch.generator": tables["generator"], "tpch.tables": tables["sha256"]}
        return layers | {
            "vnvme.ko": sha256_of(self.module),
            "initramfs": sha256_of(self.shared / "boot/initramfs.cpio"),
            "vmlinuz": sha256_of(self.shared / "boot/vmlinuz"),
        }

    def _needed(self, path: Path) -> Path:
        if not path.exists():
            raise LabError(f"{path} is missing: run snakemake, which makes what a cell needs")
        return path


def adapter_of(engine: str | None) -> str | None:
    """The adapter that ``envs/<engine>.yaml`` names, or None without an engine."""
    if engine is None:
        return None
    layer = ENVS / f"{engine}.yaml"
    if not layer.exists():
        raise LabError(f"{layer} is missing: the job's engine is {engine}; run snakemake again")
    return str(yaml.safe_load(layer.read_text())["adapter"])
