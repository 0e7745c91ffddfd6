"""What a machine boots from, and what it is made of, by content."""

from __future__ import annotations

from scripts.data.generated import provenance as provenance_of_data
from scripts.files.digests import sha256_of
from scripts.jobs import Job, cpus_of, gips_of, turn_of
from scripts.lab.manifest import read_object
from scripts.lab.places import Places
from scripts.lab.virtual.machine import Boot
from scripts.layers.enter import toolchain_binary


def boot_of(places: Places, job: Job) -> Boot:
    """What a job's machine boots from."""
    qemu = places.needed("layers/qemu")
    return Boot(
        tuple(toolchain_binary(places.toolchain, "qemu-system-x86_64", qemu)),
        places.needed("boot/vmlinuz"),
        places.needed("boot/initramfs.cpio"),
        cpus_of(job),
        turn_of(job),
        gips_of(job),
    )


def provenance(job: Job, places: Places) -> dict[str, str]:
    """Hashes of layers, module, kernel and generated tables, and the versions of some."""
    engine = job["engine"]
    names = ["toolchain", "qemu", "base", *([engine] if engine else [])]
    tools = job.get("tools", {})
    layers = {}
    for name in [*names, *tools]:
        manifest = read_object(places.shared / f"layers/{name}/layer.json")
        layers[f"layer.{name}"] = manifest["image_sha256"] or "a tree"
        if "source" in manifest:
            layers[f"layer.{name}.source"] = manifest["source_sha256"]
        if name == "qemu":
            layers["qemu"] = f"{manifest['packages']['qemu']} with turns"
        if name in tools:
            layers[f"{name}.version"] = manifest["packages"][name]
            layers[f"{name}.files"] = manifest["source_sha256"]
    return (
        layers
        | provenance_of_data(job, places.needed)
        | {
            "vnvme.ko": sha256_of(places.module),
            "initramfs": sha256_of(places.shared / "boot/initramfs.cpio"),
            "vmlinuz": sha256_of(places.shared / "boot/vmlinuz"),
        }
    )
